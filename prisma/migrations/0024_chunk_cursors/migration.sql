-- Lets the chunks of a thread follow its changes: neither every day of the thread nor the whole of a changed day is read again.

-- All changes of a thread up to this one are in its chunks. 0 if any day may be out of date.
CREATE TABLE chunk_cursors (
  thread_id  INTEGER PRIMARY KEY REFERENCES threads (id) ON DELETE CASCADE,
  change_seq INTEGER NOT NULL DEFAULT 0
);
INSERT INTO chunk_cursors (thread_id)
  SELECT DISTINCT s.thread_id FROM chunked_segments c JOIN day_segments s ON s.id = c.segment_id;

CREATE INDEX transcript_chunks_segment_id_audience_position_idx ON transcript_chunks (segment_id, audience, position);

-- The days that a message has left are split from their start. From now on, a trigger marks them.
UPDATE chunked_segments c SET change_seq = -1 FROM day_segments s WHERE s.id = c.segment_id AND s.revision <> c.revision;
ALTER TABLE chunked_segments DROP COLUMN revision;

-- No code that moves or deletes a message can leave its text in the chunks of the day where it was. Their change numbers do not show that a
-- message has left, or where it was before it moved within the day.
CREATE FUNCTION message_left_its_chunks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chunked_segments SET change_seq = -1 WHERE segment_id = OLD.segment_id AND change_seq <> -1;
  UPDATE chunk_cursors SET change_seq = 0 WHERE thread_id = OLD.thread_id AND change_seq <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_moved_in_chunks AFTER UPDATE OF segment_id, audience, kind, role, sent_at, platform_order ON messages
  FOR EACH ROW WHEN (OLD.kind = 'chat' AND (OLD.segment_id, OLD.audience, OLD.kind, OLD.role, OLD.sent_at, OLD.platform_order)
    IS DISTINCT FROM (NEW.segment_id, NEW.audience, NEW.kind, NEW.role, NEW.sent_at, NEW.platform_order))
  EXECUTE FUNCTION message_left_its_chunks();
CREATE TRIGGER messages_gone_from_chunks AFTER DELETE ON messages
  FOR EACH ROW WHEN (OLD.kind = 'chat') EXECUTE FUNCTION message_left_its_chunks();
