-- Chunks of the older, larger size go, with what waits to be embedded of them: each day is behind, and is cut again by the
-- next run of its thread's index job, or by npm run index.
DELETE FROM transcript_chunks;
DELETE FROM chunked_segments;

-- With what tells who sees a message, the index answers what stands beside one without the messages themselves being read.
DROP INDEX messages_segment_id_sent_at_platform_order_id_idx;
CREATE INDEX messages_segment_id_sent_at_platform_order_id_idx ON messages (segment_id, sent_at, platform_order, id)
  INCLUDE (thread_id, audience, kind, role, deleted_at, change_seq);
