-- Members are written and deleted under the lock of the thread, and so are their messages and sessions. So the two keys are not needed,
-- for each of which PostgreSQL looks up and locks the other row. See docs/developers/statements.md.
ALTER TABLE session_members DROP CONSTRAINT session_members_message_id_fkey;
ALTER TABLE session_members DROP CONSTRAINT session_members_session_id_fkey;

CREATE OR REPLACE FUNCTION follow_deleted_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message_index x USING gone WHERE x.message_id = gone.id;
  DELETE FROM deliveries d USING gone WHERE d.message_id = gone.id;
  DELETE FROM session_members m USING gone WHERE m.message_id = gone.id;
  UPDATE turns t SET reply_id = NULL FROM gone WHERE t.reply_id = gone.id;
  UPDATE messages m SET reply_to_id = NULL FROM gone WHERE m.reply_to_id = gone.id;
  RETURN NULL;
END $$;

CREATE FUNCTION follow_deleted_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM session_members m USING gone WHERE m.session_id = gone.id;
  RETURN NULL;
END $$;

CREATE TRIGGER sessions_deleted AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION follow_deleted_sessions();
