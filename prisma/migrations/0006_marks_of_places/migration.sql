-- In front of others, words are looked up by an entry that names the thread and the place: what was said elsewhere is not
-- even read. Few rows are from shared places; the others keep the one entry they have.
UPDATE message_index SET terms = terms || array_to_tsvector(ARRAY['thread ' || thread_id || ' ' || audience])
WHERE audience <> 'private' AND length(terms) > 0;

CREATE INDEX message_index_shared_idx ON message_index (thread_id, audience, change_seq) WHERE audience <> 'private';
