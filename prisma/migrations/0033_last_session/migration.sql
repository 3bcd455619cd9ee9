-- The last session of a thread with a summary. After an import, thousands of later ones have none yet.
CREATE INDEX sessions_with_summary_idx ON sessions (thread_id, ended_at, id) WHERE summary IS NOT NULL;
