-- Lets splitting a day continue after the chunk before its last one.

ALTER TABLE transcript_chunks ADD COLUMN last_end INT;
