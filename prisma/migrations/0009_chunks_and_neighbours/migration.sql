-- Chunks of the older, larger size that were not cut again yet go, with what waits to be embedded of them: their days are
-- behind, and are cut again by the next run of their thread's index job, or by npm run index.
DELETE FROM transcript_chunks USING chunked_segments
WHERE chunked_segments.segment_id = transcript_chunks.segment_id AND chunked_segments.revision = -1;

-- With what tells who sees a message, the index answers what stands beside one without the messages themselves being read.
DROP INDEX messages_segment_id_sent_at_platform_order_id_idx;
CREATE INDEX messages_segment_id_sent_at_platform_order_id_idx ON messages (segment_id, sent_at, platform_order, id)
  INCLUDE (thread_id, audience, kind, role, deleted_at, change_seq);
