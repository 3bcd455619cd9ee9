-- Both sides confirm a link, a merge can be undone for a while, and owner rights belong to accounts, so that a merge does not grant them.

ALTER TABLE accounts
  -- The platform's unique name, such as ann_92. Empty if unknown.
  ADD COLUMN handle   TEXT NOT NULL DEFAULT '',
  ADD COLUMN is_owner BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE accounts a SET is_owner = TRUE FROM users u WHERE u.id = a.user_id AND u.is_owner;
ALTER TABLE users DROP COLUMN is_owner;

-- Requests that wait for one confirmation end, because now both sides confirm.
UPDATE link_codes SET state = 'declined' WHERE state = 'claimed';
ALTER TABLE link_codes
  ADD COLUMN handle TEXT NOT NULL DEFAULT '',
  DROP CONSTRAINT link_codes_state_check,
  ADD CONSTRAINT link_codes_state_check CHECK (state IN ('open', 'entered', 'confirmed', 'accepted', 'declined'));

CREATE TABLE user_merges (
  id           SERIAL PRIMARY KEY,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The user who became part of the other. Null if an account without a user was added.
  from_user_id INTEGER,
  account_ids  INTEGER[] NOT NULL,
  place_ids    INTEGER[] NOT NULL,
  -- What is restored when the merge is undone.
  settings     JSONB NOT NULL,
  merged_at    TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX user_merges_user_id_idx ON user_merges (user_id);
