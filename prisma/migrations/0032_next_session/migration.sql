-- The sessions of a thread that have something to do, in the order in which they are processed.
CREATE INDEX sessions_next_idx ON sessions (thread_id, ended_at, audience, id) WHERE due_at IS NOT NULL;
