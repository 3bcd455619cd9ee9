-- Embeddings: what texts are found by when they say the same in other words.

-- One row a text, made by the triggers below. Where the database has pgvector, add_vectors() adds the vector itself.
CREATE TABLE embeddings (
  -- A text that changes gets another row: what was made from the old one then finds none to be written to.
  id         SERIAL PRIMARY KEY,
  -- What it is of: one of these.
  chunk_id   INTEGER REFERENCES transcript_chunks (id) ON DELETE CASCADE,
  summary_id INTEGER REFERENCES day_summaries (segment_id) ON DELETE CASCADE,
  -- As the text has them, so that a search by vector needs no other table to know who may see it.
  thread_id  INTEGER NOT NULL,
  segment_id INTEGER NOT NULL,
  audience   TEXT NOT NULL,
  state      TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'ready', 'error')),
  -- How often it has failed, and why the last time.
  attempts   INTEGER NOT NULL DEFAULT 0,
  error      TEXT,
  -- Not tried before this: somebody is at it, or it has failed.
  not_before TIMESTAMPTZ(3),
  -- What made the vector, and how long it was before it was filled up.
  provider   TEXT,
  model      TEXT,
  dimensions INTEGER,
  CHECK (num_nonnulls(chunk_id, summary_id) = 1),
  CHECK ((state = 'ready') = (num_nonnulls(provider, model, dimensions) = 3)),
  CHECK (state <> 'error' OR error IS NOT NULL)
);
CREATE UNIQUE INDEX embeddings_chunk_id_key ON embeddings (chunk_id);
CREATE UNIQUE INDEX embeddings_summary_id_key ON embeddings (summary_id);
-- What is to be done, in the order in which it is done: summaries first, new days first.
CREATE INDEX embeddings_pending_idx ON embeddings ((chunk_id IS NOT NULL), segment_id DESC, id DESC) WHERE state = 'pending';
CREATE INDEX embeddings_ready_idx ON embeddings (thread_id, audience) WHERE state = 'ready';
-- Whether there are any of another model than the one in use.
CREATE INDEX embeddings_model_idx ON embeddings (provider, model) WHERE state = 'ready';

-- The model that was chosen at the first start where none is configured: it is not chosen again.
CREATE TABLE embedding_choice (
  id        BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (id),
  provider  TEXT NOT NULL,
  model     TEXT NOT NULL,
  -- Of the server it was found at; the built-in one has none.
  base_url  TEXT,
  chosen_at TIMESTAMPTZ(3) NOT NULL
);

CREATE FUNCTION chunk_needs_embedding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM embeddings WHERE chunk_id = NEW.id;
  INSERT INTO embeddings (chunk_id, thread_id, segment_id, audience) VALUES (NEW.id, NEW.thread_id, NEW.segment_id, NEW.audience);
  RETURN NULL;
END $$;
CREATE TRIGGER transcript_chunks_added AFTER INSERT ON transcript_chunks
  FOR EACH ROW EXECUTE FUNCTION chunk_needs_embedding();
CREATE TRIGGER transcript_chunks_changed AFTER UPDATE ON transcript_chunks
  FOR EACH ROW WHEN ((OLD.text, OLD.thread_id, OLD.segment_id, OLD.audience) IS DISTINCT FROM (NEW.text, NEW.thread_id, NEW.segment_id, NEW.audience))
  EXECUTE FUNCTION chunk_needs_embedding();

-- A summary rests on private messages, so it is private.
CREATE FUNCTION summary_needs_embedding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM embeddings WHERE summary_id = NEW.segment_id;
  INSERT INTO embeddings (summary_id, thread_id, segment_id, audience)
    SELECT s.id, s.thread_id, s.id, 'private' FROM day_segments s WHERE s.id = NEW.segment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER day_summaries_added AFTER INSERT ON day_summaries
  FOR EACH ROW EXECUTE FUNCTION summary_needs_embedding();
CREATE TRIGGER day_summaries_changed AFTER UPDATE ON day_summaries
  FOR EACH ROW WHEN (OLD.markdown IS DISTINCT FROM NEW.markdown) EXECUTE FUNCTION summary_needs_embedding();

INSERT INTO embeddings (chunk_id, thread_id, segment_id, audience) SELECT id, thread_id, segment_id, audience FROM transcript_chunks;
INSERT INTO embeddings (summary_id, thread_id, segment_id, audience)
  SELECT s.id, s.thread_id, s.id, 'private' FROM day_summaries d JOIN day_segments s ON s.id = d.segment_id;

-- Adds the vectors where the database has pgvector 0.8 or newer: here, and at every start, as it may be installed later.
-- False where it has not, where this user may not make it part of the database, or where it is out of this user's sight.
CREATE FUNCTION add_vectors() RETURNS BOOLEAN LANGUAGE plpgsql AS $$
DECLARE
  version TEXT;
BEGIN
  IF EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = 'embeddings'::regclass AND attname = 'vector' AND NOT attisdropped) THEN
    RETURN TRUE;
  END IF;
  -- Any number that nothing else takes: several processes may start at once.
  PERFORM pg_advisory_xact_lock(7480312);
  SELECT coalesce(installed_version, default_version) INTO version FROM pg_available_extensions WHERE name = 'vector';
  IF version IS NULL OR (regexp_match(version, '^(\d+)\.(\d+)'))::int[] < ARRAY[0, 8] THEN
    RETURN FALSE;
  END IF;
  CREATE EXTENSION IF NOT EXISTS vector;
  -- Half precision, kept in the row itself: read in a third of the time.
  ALTER TABLE embeddings ADD COLUMN IF NOT EXISTS vector halfvec(1024);
  ALTER TABLE embeddings ALTER COLUMN vector SET STORAGE PLAIN;
  -- Of single precision all the same: the embedded database computes halves in software, and takes five times as long to add one.
  CREATE INDEX IF NOT EXISTS embeddings_vector_idx ON embeddings USING hnsw ((vector::vector(1024)) vector_cosine_ops) WHERE chunk_id IS NOT NULL;
  RETURN TRUE;
EXCEPTION WHEN insufficient_privilege OR undefined_object OR undefined_file THEN
  RETURN FALSE;
END $$;
SELECT add_vectors();
