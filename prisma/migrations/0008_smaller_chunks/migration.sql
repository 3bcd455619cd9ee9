-- Chunks are smaller now: each day is behind, and is cut again by the next run of the index job. Those there are stay until then.
UPDATE chunked_segments SET change_seq = 0, revision = -1;
