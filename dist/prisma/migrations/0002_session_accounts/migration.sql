-- Records which account created a sign-in link or a session, so that both end when the account is unlinked. The creators of existing
-- links and sessions are unknown. They end, and everyone signs in again.

DELETE FROM sign_in_links;
DELETE FROM web_sessions;

ALTER TABLE sign_in_links
  ADD COLUMN account_id INTEGER REFERENCES accounts (id) ON DELETE CASCADE;
CREATE INDEX sign_in_links_account_id_idx ON sign_in_links (account_id);

ALTER TABLE web_sessions
  ADD COLUMN id         SERIAL UNIQUE,
  ADD COLUMN account_id INTEGER REFERENCES accounts (id) ON DELETE CASCADE,
  ADD COLUMN browser    TEXT NOT NULL DEFAULT '';
CREATE INDEX web_sessions_account_id_idx ON web_sessions (account_id);
