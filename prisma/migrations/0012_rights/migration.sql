-- One person on many platforms, who gets in, and what is forgotten and given out.

-- Shut out by an owner: nothing of theirs is read any more.
ALTER TABLE users ADD COLUMN blocked_at TIMESTAMPTZ(3);

-- Until when the text holds what opens something, such as a one-time code; then the text is taken away.
ALTER TABLE messages ADD COLUMN secret_until TIMESTAMPTZ(3);
CREATE INDEX messages_secret_idx ON messages (secret_until) WHERE secret_until IS NOT NULL;

-- A code that makes two people one, as soon as another account enters it and the account that asked for it agrees.
CREATE TABLE link_codes (
  id         SERIAL PRIMARY KEY,
  hash       TEXT NOT NULL UNIQUE,
  -- Who asked for it, and where: they are asked to agree there.
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  place_id   INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  state      TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'claimed', 'agreed', 'refused')),
  -- Who has entered it, and where; they need not be known otherwise.
  platform         TEXT,
  tenant           TEXT,
  platform_user_id TEXT,
  name             TEXT,
  address          TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL,
  -- For entering it; once it is entered, for agreeing.
  expires_at TIMESTAMPTZ(3) NOT NULL,
  CHECK (state = 'open' OR num_nonnulls(platform, tenant, platform_user_id, name, address) = 5)
);
CREATE INDEX link_codes_account_id_idx ON link_codes (account_id);

-- Codes that were entered and are none: so many an hour, and no more are looked at.
CREATE TABLE link_guesses (
  id               SERIAL PRIMARY KEY,
  platform         TEXT NOT NULL,
  tenant           TEXT NOT NULL,
  platform_user_id TEXT NOT NULL,
  guessed_at       TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX link_guesses_account_idx ON link_guesses (platform, tenant, platform_user_id, guessed_at);

-- Somebody who would like to be let in. The code is no secret: it says which request is meant.
CREATE TABLE access_requests (
  id               SERIAL PRIMARY KEY,
  platform         TEXT NOT NULL,
  tenant           TEXT NOT NULL DEFAULT '',
  platform_user_id TEXT NOT NULL,
  name             TEXT NOT NULL,
  -- Their direct place, where they are told what became of it.
  address          TEXT NOT NULL,
  code             TEXT NOT NULL UNIQUE,
  state            TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'denied')),
  requested_at     TIMESTAMPTZ(3) NOT NULL,
  expires_at       TIMESTAMPTZ(3) NOT NULL,
  UNIQUE (platform, tenant, platform_user_id)
);

-- What a person has asked to be forgotten: first what would go, then, once they confirm it, exactly that.
CREATE TABLE forgettings (
  id           SERIAL PRIMARY KEY,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place_id     INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  -- The command that asked for it, which may name what is to be forgotten.
  command_id   INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  -- A deletion was asked for on the platform, where nothing is said of it.
  kind         TEXT NOT NULL CHECK (kind IN ('message', 'day', 'memory', 'topic', 'everything', 'deletion')),
  message_ids  INTEGER[] NOT NULL DEFAULT '{}',
  memory_ids   INTEGER[] NOT NULL DEFAULT '{}',
  state        TEXT NOT NULL DEFAULT 'listed' CHECK (state IN ('listed', 'confirmed', 'done')),
  -- How many messages are forgotten already, of those that are to be.
  forgotten    INTEGER NOT NULL DEFAULT 0,
  listed_at    TIMESTAMPTZ(3) NOT NULL,
  expires_at   TIMESTAMPTZ(3) NOT NULL,
  done_at      TIMESTAMPTZ(3)
);
CREATE INDEX forgettings_user_id_idx ON forgettings (user_id);
CREATE INDEX forgettings_command_id_idx ON forgettings (command_id);
CREATE INDEX forgettings_confirmed_idx ON forgettings (id) WHERE state = 'confirmed';

-- Files that a person has asked for of what is held about them.
CREATE TABLE exports (
  id         SERIAL PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place_id   INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  from_day   TEXT,
  to_day     TEXT,
  state      TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed')),
  -- Files that were sent already.
  files_sent INTEGER NOT NULL DEFAULT 0,
  asked_at   TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX exports_user_id_idx ON exports (user_id);
CREATE INDEX exports_pending_idx ON exports (id) WHERE state = 'pending';
