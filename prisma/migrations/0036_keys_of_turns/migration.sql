-- PostgreSQL looks up and locks the other row for each foreign key of each row that is written. These keys follow from others, or from the
-- lock of the thread, which whoever writes these rows or deletes messages holds. See docs/developers/statements.md.

-- A turn belongs to the owner of its thread and is deleted with it. Places are deleted only together, when everything is.
ALTER TABLE turns DROP CONSTRAINT turns_user_id_fkey;
ALTER TABLE turns DROP CONSTRAINT turns_place_id_fkey;
-- A turn is deleted with its thread, and so are its messages.
ALTER TABLE messages DROP CONSTRAINT messages_turn_id_fkey;

-- What goes with a message, by one statement for all that are deleted at once.
ALTER TABLE message_index DROP CONSTRAINT message_index_message_id_fkey;
ALTER TABLE deliveries DROP CONSTRAINT deliveries_message_id_fkey;
ALTER TABLE turns DROP CONSTRAINT turns_reply_id_fkey;
ALTER TABLE messages DROP CONSTRAINT messages_reply_to_id_fkey;

CREATE FUNCTION follow_deleted_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_index x USING gone WHERE x.message_id = gone.id;
  DELETE FROM deliveries d USING gone WHERE d.message_id = gone.id;
  UPDATE turns t SET reply_id = NULL FROM gone WHERE t.reply_id = gone.id;
  UPDATE messages m SET reply_to_id = NULL FROM gone WHERE m.reply_to_id = gone.id;
  RETURN NULL;
END $$;

CREATE TRIGGER messages_deleted AFTER DELETE ON messages
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION follow_deleted_messages();
