-- Chunks of the transcript: what embeddings are computed on.

CREATE TABLE transcript_chunks (
  id               SERIAL PRIMARY KEY,
  thread_id        INTEGER NOT NULL,
  segment_id       INTEGER NOT NULL,
  audience         TEXT NOT NULL,
  -- Its place among the chunks of its day and audience, from 0 on.
  position         INTEGER NOT NULL CHECK (position >= 0),
  first_message_id INTEGER NOT NULL,
  last_message_id  INTEGER NOT NULL,
  -- What is found by it: its messages of people and of the bot, in order. A tool's output is in the text alone.
  message_ids      INTEGER[] NOT NULL,
  -- The latest change among its messages.
  change_seq       INTEGER NOT NULL,
  -- Of the text and of where it begins and ends: a chunk that is the same keeps its row, and so what was made from it.
  hash             TEXT NOT NULL,
  text             TEXT NOT NULL CHECK (text <> ''),
  tokens           INTEGER NOT NULL CHECK (tokens > 0),
  FOREIGN KEY (segment_id, thread_id) REFERENCES day_segments (id, thread_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX transcript_chunks_segment_id_audience_hash_key ON transcript_chunks (segment_id, audience, hash);
CREATE INDEX transcript_chunks_thread_id_audience_idx ON transcript_chunks (thread_id, audience);

-- What the chunks of a day were made from. Another newest change there now, or another revision of the day (which is
-- how a message that left it shows), means that they are to be made again.
CREATE TABLE chunked_segments (
  segment_id INTEGER PRIMARY KEY REFERENCES day_segments (id) ON DELETE CASCADE,
  change_seq INTEGER NOT NULL DEFAULT 0,
  revision   INTEGER NOT NULL DEFAULT 0
);
