-- The words of a message in the search index include the people and things that its session's notes find in it.

ALTER TABLE session_names DROP COLUMN folded_name;

-- Indexes the messages with names again. No text is in the language ''.
UPDATE message_index SET language = '', is_assumed = TRUE WHERE message_id IN (SELECT message_id FROM session_names);
