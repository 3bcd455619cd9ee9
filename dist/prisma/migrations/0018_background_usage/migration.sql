-- What background work has used of each user's daily limit: one row per run of a language model.
CREATE TABLE background_usage (
  id            SERIAL PRIMARY KEY,
  user_id       INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- What was made: summary, session or consolidation.
  kind          TEXT NOT NULL CHECK (kind IN ('summary', 'session', 'consolidation')),
  model         TEXT NOT NULL,
  -- An estimate until the run has ended. It stays one if the process died, or if the server reported no usage.
  input_tokens  INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  is_estimated  BOOLEAN NOT NULL,
  started_at    TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX background_usage_user_id_started_at_idx ON background_usage (user_id, started_at);

-- Whether the summary was written without a model because the limit was reached.
ALTER TABLE day_summaries ADD COLUMN over_limit BOOLEAN NOT NULL DEFAULT FALSE;
