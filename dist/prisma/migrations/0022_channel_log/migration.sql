-- The log of a channel: who wrote what, also people who are no users of the bot.

ALTER TABLE channels
  -- Raw messages are deleted after this many days. Null if they are kept.
  ADD COLUMN keep_days INTEGER CHECK (keep_days > 0),
  -- When the place was deleted on the platform. Its thread is deleted some time later.
  ADD COLUMN gone_at TIMESTAMPTZ(3),
  -- Up to when the history on the platform was read. Null if it was never read.
  ADD COLUMN history_until TIMESTAMPTZ(3),
  -- Nothing said before is read: while the channel was off, nobody was to be logged. Null if it was never off.
  ADD COLUMN history_floor TIMESTAMPTZ(3),
  -- Since when the history is being read. Null if it is not.
  ADD COLUMN history_since TIMESTAMPTZ(3),
  -- Where its next page begins, in the words of the platform. Null for the first page.
  ADD COLUMN history_next TEXT,
  -- When the next page may be read.
  ADD COLUMN history_due_at TIMESTAMPTZ(3),
  -- How many messages were logged by the reading, or by the last one.
  ADD COLUMN history_count INTEGER NOT NULL DEFAULT 0,
  -- Tokens that cascades may use beyond their usual limit, for what was asked for: a history, or summaries made again.
  ADD COLUMN extra_tokens INTEGER NOT NULL DEFAULT 0;
CREATE INDEX channels_history_due_at_idx ON channels (history_due_at) WHERE history_due_at IS NOT NULL;

-- Those who write in a channel.
CREATE TABLE channel_authors (
  id               SERIAL PRIMARY KEY,
  place_id         INTEGER NOT NULL REFERENCES channels (place_id) ON DELETE CASCADE,
  platform_user_id TEXT NOT NULL,
  -- Since when nothing that they write is logged. Null if it is.
  opted_out_at     TIMESTAMPTZ(3),
  UNIQUE (place_id, platform_user_id)
);

-- Which of them wrote a logged message, and what came with it. Files are only counted.
CREATE TABLE channel_messages (
  message_id  INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  author_id   INTEGER NOT NULL REFERENCES channel_authors (id) ON DELETE CASCADE,
  image_count INTEGER NOT NULL DEFAULT 0,
  file_count  INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX channel_messages_author_id_idx ON channel_messages (author_id);

-- Other channels whose newest summaries are shown in a channel.
CREATE TABLE related_channels (
  place_id         INTEGER NOT NULL REFERENCES channels (place_id) ON DELETE CASCADE,
  related_place_id INTEGER NOT NULL REFERENCES channels (place_id) ON DELETE CASCADE,
  PRIMARY KEY (place_id, related_place_id)
);
CREATE INDEX related_channels_related_place_id_idx ON related_channels (related_place_id);

-- Users who may talk to the bot only in channels that are switched on.
ALTER TABLE users ADD COLUMN only_in_channels BOOLEAN NOT NULL DEFAULT FALSE;

-- A channel whose log is exported, instead of what is held about the user.
ALTER TABLE exports ADD COLUMN channel_id INTEGER REFERENCES channels (place_id) ON DELETE CASCADE;

-- The lexemes of a summary and its topics, for searches in its channel.
ALTER TABLE channel_summaries ADD COLUMN terms TSVECTOR NOT NULL DEFAULT '';
CREATE INDEX channel_summaries_terms_idx ON channel_summaries USING gin (terms) WHERE is_used;
