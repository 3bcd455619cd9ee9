-- What messages refer to: replies, quotes, forwards, and the earlier messages of a platform's thread. A reply to a message of the same
-- conversation needs no row: messages.reply_to_id names it.

CREATE TABLE message_references (
  id          SERIAL PRIMARY KEY,
  -- The message that refers to another one.
  message_id  INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  position    INTEGER NOT NULL,
  -- Those of the message. A reference is visible to those who see the place, and to nobody else.
  place_id    INTEGER NOT NULL,
  audience    TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('reply', 'quote', 'forward', 'thread')),
  -- The platform's id of the other message, if that is in the same place.
  source_id   TEXT,
  -- The platform's id of its author, on the platform and tenant of the place.
  author_id   TEXT,
  author_name TEXT NOT NULL DEFAULT '',
  -- Empty if it is the text of the message itself, or is not kept.
  text        TEXT NOT NULL DEFAULT '',
  sent_at     TIMESTAMPTZ(3),
  FOREIGN KEY (place_id, audience) REFERENCES places (id, audience) ON DELETE CASCADE
);
CREATE UNIQUE INDEX message_references_message_id_position_key ON message_references (message_id, position);
CREATE INDEX message_references_place_id_source_id_idx ON message_references (place_id, source_id);
CREATE INDEX message_references_author_id_idx ON message_references (author_id);

-- What others quote of a user, among what that user deletes.
ALTER TABLE forget_requests ADD COLUMN reference_ids INTEGER[] NOT NULL DEFAULT '{}';
