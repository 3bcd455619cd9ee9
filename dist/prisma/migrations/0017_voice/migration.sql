-- Calls, and what identifies a caller: tokens, linked numbers and PINs.

ALTER TABLE accounts
  -- The account that linked it, if it cannot be used without one, as a phone number. It ends with that account.
  ADD COLUMN linked_by_id INTEGER REFERENCES accounts (id) ON DELETE CASCADE;
CREATE INDEX accounts_linked_by_id_idx ON accounts (linked_by_id);

CREATE TABLE call_tokens (
  hash       TEXT PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The account that requested it, with which it ends.
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('link', 'call')),
  created_at TIMESTAMPTZ(3) NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  used_at    TIMESTAMPTZ(3)
);
CREATE INDEX call_tokens_user_id_idx ON call_tokens (user_id);
CREATE INDEX call_tokens_account_id_idx ON call_tokens (account_id);

CREATE TABLE call_pins (
  user_id    INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- The account that set it, with which it ends.
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash       TEXT NOT NULL,
  set_at     TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX call_pins_account_id_idx ON call_pins (account_id);

CREATE TABLE number_links (
  id         SERIAL PRIMARY KEY,
  hash       TEXT NOT NULL,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- The user of the account when it created the code. A code of an account that has moved since is worthless.
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place_id   INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  state      TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'spoken', 'linked', 'declined')),
  -- Where it was spoken. Null until then.
  number     TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX number_links_hash_key ON number_links (hash);
CREATE INDEX number_links_account_id_idx ON number_links (account_id);
CREATE INDEX number_links_user_id_idx ON number_links (user_id);

-- Its turns are messages of its place, whose platform ids begin with its own. It keeps no text.
CREATE TABLE calls (
  id               SERIAL PRIMARY KEY,
  place_id         INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  platform_call_id TEXT NOT NULL,
  started_at       TIMESTAMPTZ(3) NOT NULL,
  seconds          INTEGER
);
CREATE UNIQUE INDEX calls_platform_call_id_key ON calls (platform_call_id);
CREATE INDEX calls_place_id_idx ON calls (place_id);
