-- When the user opened a closed loop again. What was said before then does not close it.
ALTER TABLE open_loops ADD COLUMN reopened_at TIMESTAMPTZ(3);
