-- When the user opened a closed loop again. What was said before then does not close it.
ALTER TABLE open_loops ADD COLUMN reopened_at TIMESTAMPTZ(3);

-- When an author who had opted out had it logged again. What they wrote in between is never logged.
ALTER TABLE channel_authors ADD COLUMN opted_in_at TIMESTAMPTZ(3);

-- Whether messages were deleted because of their age. The summary of the window also stands for them.
ALTER TABLE channel_windows ADD COLUMN is_pruned BOOLEAN NOT NULL DEFAULT FALSE;
