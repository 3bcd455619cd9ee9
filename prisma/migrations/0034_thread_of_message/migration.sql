-- A message belongs to the thread of its day: messages_segment_id_thread_id_fkey. So PostgreSQL need not look up the thread as well for each.
ALTER TABLE messages DROP CONSTRAINT messages_thread_id_fkey;
