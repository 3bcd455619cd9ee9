-- In a shared place, search covers what all members said to the bot there. A row of the index is therefore found by its place alone, not by
-- its thread and its place.
UPDATE message_index
  SET terms = ts_delete(terms, 'thread ' || thread_id || ' ' || audience) || array_to_tsvector(ARRAY['audience ' || audience])
  WHERE audience <> 'private' AND terms <> '';

-- The newest messages of a place, and the languages there.
CREATE INDEX message_index_audience_idx ON message_index (audience, message_id) WHERE audience <> 'private';
CREATE INDEX message_index_audience_language_idx ON message_index (audience, language) WHERE audience <> 'private';
DROP INDEX message_index_shared_idx;
CREATE INDEX embeddings_audience_idx ON embeddings (audience) WHERE state = 'ready' AND audience <> 'private' AND memory_id IS NULL;

-- The threads of those who wrote in a place, and the latest changes of each there.
CREATE INDEX messages_audience_thread_idx ON messages (audience, thread_id, change_seq) WHERE audience <> 'private';
