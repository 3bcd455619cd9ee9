-- Commands that a platform answers in its own way, files that come with messages, emoji on messages.

-- What the answer to a command needs to be shown as one; gone as soon as it is answered.
ALTER TABLE messages ADD COLUMN invocation TEXT;
ALTER TABLE messages ADD CHECK (invocation IS NULL OR (kind = 'command' AND owed));
ALTER TABLE deliveries ADD COLUMN invocation TEXT;
ALTER TABLE deliveries ADD CHECK (invocation IS NULL OR state IN ('pending', 'sending'));
-- Since when its first byte may be out: for a while after that, some platforms can tell a repeat.
ALTER TABLE deliveries ADD COLUMN begun_at TIMESTAMPTZ(3);

CREATE TABLE attachments (
  id         SERIAL PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  name       TEXT NOT NULL,
  media_type TEXT NOT NULL,
  bytes      INTEGER,
  -- What its platform finds it by; no secret. After an edit of the message, what it is known by.
  source     TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('pending', 'stored', 'failed')),
  content    BYTEA,
  -- What is said in it, where it is speech.
  transcript TEXT,
  error      TEXT,
  CHECK ((state = 'stored') = (content IS NOT NULL))
);
CREATE UNIQUE INDEX attachments_message_id_position_key ON attachments (message_id, position);
-- Pictures and sound are compressed already.
ALTER TABLE attachments ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TABLE reactions (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  emoji      TEXT NOT NULL,
  -- Whether it is there, or was taken away.
  present    BOOLEAN NOT NULL,
  at         TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (message_id, account_id, emoji)
);
CREATE INDEX reactions_account_id_idx ON reactions (account_id);

-- The last message of a place, from which what was missed is looked for.
CREATE INDEX messages_said_idx ON messages (place_id, platform_order)
  WHERE kind = 'chat' AND role = 'user' AND platform_message_id IS NOT NULL;
