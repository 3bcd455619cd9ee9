-- Memory: what is worth knowing about a person for long. Whoever sees an item sees its theme: both have one audience.

CREATE TABLE memory_themes (
  id         SERIAL PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  audience   TEXT NOT NULL,
  -- What it is called by: the name in lower case, with hyphens.
  slug       TEXT NOT NULL CHECK (slug <> ''),
  name       TEXT NOT NULL CHECK (name <> ''),
  created_at TIMESTAMPTZ(3) NOT NULL,
  UNIQUE (user_id, audience, slug),
  UNIQUE (id, user_id, audience)
);

CREATE TABLE memory_items (
  id                SERIAL PRIMARY KEY,
  user_id           INTEGER NOT NULL,
  audience          TEXT NOT NULL,
  theme_id          INTEGER NOT NULL,
  type              TEXT NOT NULL CHECK (type IN ('preference', 'fact', 'instruction', 'summary', 'other')),
  content           TEXT NOT NULL CHECK (content <> ''),
  tags              TEXT[] NOT NULL DEFAULT '{}',
  status            TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  -- A hash of what it says: items that say the same in nearly the same words have the same one.
  gist              TEXT NOT NULL,
  -- The text search configuration that the words were taken with.
  language          TEXT NOT NULL,
  terms             TSVECTOR NOT NULL,
  -- The message it was learned from.
  source_message_id INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  -- The item that took its place.
  superseded_by_id  INTEGER REFERENCES memory_items (id) ON DELETE SET NULL,
  created_at        TIMESTAMPTZ(3) NOT NULL,
  archived_at       TIMESTAMPTZ(3),
  FOREIGN KEY (theme_id, user_id, audience) REFERENCES memory_themes (id, user_id, audience) ON DELETE CASCADE,
  CHECK ((status = 'archived') = (archived_at IS NOT NULL)),
  CHECK (superseded_by_id IS NULL OR status = 'archived')
);
-- Nothing is known twice.
CREATE UNIQUE INDEX memory_items_gist_key ON memory_items (user_id, audience, gist) WHERE status = 'active';
CREATE INDEX memory_items_user_id_created_at_id_idx ON memory_items (user_id, created_at, id);
CREATE INDEX memory_items_user_id_language_idx ON memory_items (user_id, language);
CREATE INDEX memory_items_theme_id_status_idx ON memory_items (theme_id, status);
CREATE INDEX memory_items_source_message_id_idx ON memory_items (source_message_id);
CREATE INDEX memory_items_superseded_by_id_idx ON memory_items (superseded_by_id);

-- Vectors of items stand beside those of the conversation. They belong to a person and to no thread.
-- In one statement, which reads the table once.
ALTER TABLE embeddings
  ADD COLUMN memory_id INTEGER REFERENCES memory_items (id) ON DELETE CASCADE,
  ADD COLUMN user_id INTEGER,
  ALTER COLUMN thread_id DROP NOT NULL,
  ALTER COLUMN segment_id DROP NOT NULL,
  DROP CONSTRAINT embeddings_check,
  ADD CONSTRAINT embeddings_of_one_text CHECK (num_nonnulls(chunk_id, summary_id, memory_id) = 1),
  ADD CONSTRAINT embeddings_owner CHECK (
    CASE WHEN memory_id IS NULL THEN num_nonnulls(thread_id, segment_id) = 2 AND user_id IS NULL
    ELSE num_nonnulls(thread_id, segment_id) = 0 AND user_id IS NOT NULL END
  );
CREATE UNIQUE INDEX embeddings_memory_id_key ON embeddings (memory_id);
CREATE INDEX embeddings_memory_ready_idx ON embeddings (user_id, audience) WHERE memory_id IS NOT NULL AND state = 'ready';

CREATE FUNCTION memory_needs_embedding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM embeddings WHERE memory_id = NEW.id;
  INSERT INTO embeddings (memory_id, user_id, audience) VALUES (NEW.id, NEW.user_id, NEW.audience);
  RETURN NULL;
END $$;
CREATE TRIGGER memory_items_added AFTER INSERT ON memory_items
  FOR EACH ROW EXECUTE FUNCTION memory_needs_embedding();
CREATE TRIGGER memory_items_changed AFTER UPDATE ON memory_items
  FOR EACH ROW WHEN ((OLD.content, OLD.user_id, OLD.audience) IS DISTINCT FROM (NEW.content, NEW.user_id, NEW.audience))
  EXECUTE FUNCTION memory_needs_embedding();

-- What the raw window of the context begins after: the person began a new topic there.
ALTER TABLE threads ADD COLUMN fresh_seq INTEGER NOT NULL DEFAULT 0;

-- Calls of the model in a turn. What a person used in a day is summed over their turns of that day.
ALTER TABLE turns ADD COLUMN calls INTEGER;
CREATE INDEX turns_user_id_started_at_idx ON turns (user_id, started_at);
-- The reports of what replies were made from: of older turns, only how many tokens it was is kept.
CREATE INDEX turns_reports_idx ON turns (thread_id, id) WHERE (context -> 'parts') IS NOT NULL;
