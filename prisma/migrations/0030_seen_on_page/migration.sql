-- Up to where the user has read the thread on the page: the last change that it showed, and the newest message by id. Null until it is opened.
ALTER TABLE continuous_threads ADD COLUMN seen_seq INTEGER, ADD COLUMN seen_message_id INTEGER;
