-- The words of each day summary, so that a search finds it by its own words. Triggers insert the row of a summary and empty it as soon as
-- the summary is rewritten: no code that writes a summary can leave its old words behind.

CREATE TABLE summary_index (
  segment_id INTEGER PRIMARY KEY REFERENCES day_summaries (segment_id) ON DELETE CASCADE,
  thread_id  INTEGER NOT NULL,
  -- The text search configuration that produced the terms. Empty until the summary is indexed.
  language   TEXT NOT NULL DEFAULT '',
  terms      TSVECTOR NOT NULL DEFAULT '',
  -- The row follows its day into another thread.
  FOREIGN KEY (segment_id, thread_id) REFERENCES day_segments (id, thread_id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX summary_index_thread_id_language_idx ON summary_index (thread_id, language);

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

INSERT INTO summary_index (segment_id, thread_id)
  SELECT s.id, s.thread_id FROM day_summaries d JOIN day_segments s ON s.id = d.segment_id;
