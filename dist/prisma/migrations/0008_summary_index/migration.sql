-- The words of each day summary, so that a search finds it by its own words. Triggers insert the row of a summary and empty it as soon as
-- the summary is rewritten or moves to another thread: no code that does so can leave its old words or its old thread behind.

CREATE TABLE summary_index (
  segment_id INTEGER PRIMARY KEY REFERENCES day_summaries (segment_id) ON DELETE CASCADE,
  thread_id  INTEGER NOT NULL,
  -- The text search configuration that produced the terms. Empty until the summary is indexed.
  language   TEXT NOT NULL DEFAULT '',
  -- The words, and the tag of the thread, as in message_index.
  terms      TSVECTOR NOT NULL DEFAULT '',
  -- The row follows its day into another thread.
  FOREIGN KEY (segment_id, thread_id) REFERENCES day_segments (id, thread_id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX summary_index_thread_id_language_idx ON summary_index (thread_id, language);
CREATE INDEX summary_index_terms_idx ON summary_index USING GIN (terms) WITH (fastupdate = off);

CREATE FUNCTION summary_needs_indexing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO summary_index (segment_id, thread_id) SELECT s.id, s.thread_id FROM day_segments s WHERE s.id = NEW.segment_id
    ON CONFLICT (segment_id) DO UPDATE SET language = '', terms = '';
  RETURN NULL;
END $$;
CREATE TRIGGER day_summaries_inserted_for_index AFTER INSERT ON day_summaries
  FOR EACH ROW EXECUTE FUNCTION summary_needs_indexing();
CREATE TRIGGER day_summaries_changed_for_index AFTER UPDATE ON day_summaries
  FOR EACH ROW WHEN (OLD.markdown IS DISTINCT FROM NEW.markdown) EXECUTE FUNCTION summary_needs_indexing();

CREATE FUNCTION moved_summary_needs_indexing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.language := '';
  NEW.terms := '';
  RETURN NEW;
END $$;
CREATE TRIGGER summary_index_moved BEFORE UPDATE OF thread_id ON summary_index
  FOR EACH ROW WHEN (OLD.thread_id <> NEW.thread_id) EXECUTE FUNCTION moved_summary_needs_indexing();

INSERT INTO summary_index (segment_id, thread_id)
  SELECT s.id, s.thread_id FROM day_summaries d JOIN day_segments s ON s.id = d.segment_id;
