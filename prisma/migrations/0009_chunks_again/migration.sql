-- Chunks of the older, larger size go, with what waits to be embedded of them: each day is behind, and is cut again by the
-- next run of its thread's index job, or by npm run index.
DELETE FROM transcript_chunks;
DELETE FROM chunked_segments;
