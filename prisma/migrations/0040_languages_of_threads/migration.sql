-- The languages of the indexed messages of a thread. A language stays when its last message goes. Until now, an index with an entry for each
-- message was read instead.
CREATE TABLE thread_languages (
  thread_id INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  language  TEXT NOT NULL,
  PRIMARY KEY (thread_id, language)
);
INSERT INTO thread_languages (thread_id, language)
  SELECT DISTINCT i.thread_id, i.language FROM message_index i JOIN threads t ON t.id = i.thread_id WHERE i.language <> '';
DROP INDEX message_index_thread_id_language_idx;
