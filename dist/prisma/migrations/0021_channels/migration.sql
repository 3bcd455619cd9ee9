-- Channels: shared places whose whole conversation is kept for their members, and the pyramid of its summaries.

CREATE TABLE channels (
  place_id     INTEGER PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
  -- Holds what is said there without addressing the bot. What is said to the bot is in the threads of those who say it.
  thread_id    INTEGER NOT NULL UNIQUE REFERENCES threads (id) ON DELETE CASCADE,
  -- Whether what is said there is kept.
  is_on        BOOLEAN NOT NULL,
  -- IANA name.
  timezone     TEXT NOT NULL,
  -- Of its summaries. An ISO code.
  language     TEXT NOT NULL,
  -- Who switched it on. Their budget pays for its summaries.
  manager_id   INTEGER REFERENCES users (id) ON DELETE SET NULL,
  switched_on_at TIMESTAMPTZ(3) NOT NULL,
  -- Before this time, no cascade runs.
  next_cascade_at TIMESTAMPTZ(3) NOT NULL,
  -- Counts the cascades. Only the latest may store summaries.
  cascade      INTEGER NOT NULL DEFAULT 0,
  -- Until when the latest cascade may run. Null if none is running.
  leased_until TIMESTAMPTZ(3),
  -- How many cascades have failed in a row.
  failures     INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX channels_manager_id_idx ON channels (manager_id);

-- Numbers the changes of windows. A number is never used twice.
CREATE SEQUENCE channel_window_revisions AS INTEGER;

-- The half hours of channels in which something was said.
CREATE TABLE channel_windows (
  place_id  INTEGER NOT NULL REFERENCES channels (place_id) ON DELETE CASCADE,
  starts_at TIMESTAMPTZ(3) NOT NULL,
  -- Of its last change.
  revision  INTEGER NOT NULL DEFAULT nextval('channel_window_revisions'),
  -- That the pyramid has a summary of. Null if it has none.
  summarized_revision INTEGER,
  PRIMARY KEY (place_id, starts_at)
);
CREATE INDEX channel_windows_changed_idx ON channel_windows (place_id, starts_at) WHERE revision IS DISTINCT FROM summarized_revision;

CREATE TABLE channel_summaries (
  id            SERIAL PRIMARY KEY,
  place_id      INTEGER NOT NULL REFERENCES channels (place_id) ON DELETE CASCADE,
  -- Names what it was made from: windows and their revisions. Equal sources have equal summaries.
  source        TEXT NOT NULL,
  -- 0 for a part of a window that is too long for one call.
  level         INTEGER NOT NULL CHECK (level >= 0),
  -- Its position in the level, from 0.
  ordinal       INTEGER NOT NULL,
  -- Whether the pyramid has it. Otherwise, it was made for the next state of the pyramid, which is not complete yet.
  is_used       BOOLEAN NOT NULL,
  -- The starts of its first and its last window.
  first_window  TIMESTAMPTZ(3) NOT NULL,
  last_window   TIMESTAMPTZ(3) NOT NULL,
  -- When its first and its last message were sent.
  starts_at     TIMESTAMPTZ(3) NOT NULL,
  ends_at       TIMESTAMPTZ(3) NOT NULL,
  message_count INTEGER NOT NULL,
  image_count   INTEGER NOT NULL,
  file_count    INTEGER NOT NULL,
  topics        TEXT[] NOT NULL,
  text          TEXT NOT NULL,
  model         TEXT NOT NULL,
  created_at    TIMESTAMPTZ(3) NOT NULL,
  UNIQUE (place_id, source)
);
CREATE INDEX channel_summaries_position_idx ON channel_summaries (place_id, level, ordinal) WHERE is_used;
CREATE INDEX channel_summaries_windows_idx ON channel_summaries (place_id, first_window, last_window);

-- Whoever changes a message, and however: its window gets a new revision, so that its summary is made again.
CREATE FUNCTION change_channel_window(place INTEGER, sent TIMESTAMPTZ) RETURNS void LANGUAGE sql AS $$
  INSERT INTO channel_windows (place_id, starts_at)
  SELECT c.place_id, date_bin('30 minutes', sent, TIMESTAMPTZ '1970-01-01 00:00:00+00') FROM channels c WHERE c.place_id = place
  ON CONFLICT (place_id, starts_at) DO UPDATE SET revision = nextval('channel_window_revisions')
$$;

CREATE FUNCTION channel_message_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM change_channel_window(OLD.place_id, OLD.sent_at); END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR NEW.sent_at <> OLD.sent_at) THEN PERFORM change_channel_window(NEW.place_id, NEW.sent_at); END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER messages_added_to_channel AFTER INSERT ON messages
  FOR EACH ROW WHEN (NEW.audience <> 'private' AND NEW.kind = 'chat') EXECUTE FUNCTION channel_message_changed();
CREATE TRIGGER messages_changed_in_channel AFTER UPDATE OF text, kind, sent_at, deleted_at, author_name ON messages
  FOR EACH ROW WHEN (NEW.audience <> 'private') EXECUTE FUNCTION channel_message_changed();
CREATE TRIGGER messages_gone_from_channel AFTER DELETE ON messages
  FOR EACH ROW WHEN (OLD.audience <> 'private' AND OLD.kind = 'chat') EXECUTE FUNCTION channel_message_changed();

ALTER TABLE background_usage DROP CONSTRAINT background_usage_kind_check;
ALTER TABLE background_usage ADD CONSTRAINT background_usage_kind_check CHECK (kind IN ('summary', 'session', 'consolidation', 'channel'));
