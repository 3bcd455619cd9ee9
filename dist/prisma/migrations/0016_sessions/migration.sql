-- Sessions: bursts of messages of one thread and one audience, and what was made of each.

CREATE TABLE sessions (
  id           SERIAL PRIMARY KEY,
  thread_id    INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  -- That of its messages, and of everything made from them.
  audience     TEXT NOT NULL,
  -- Names the voice call that it is. Null for text.
  call         TEXT,
  -- When its first and its last message were sent.
  started_at   TIMESTAMPTZ(3) NOT NULL,
  ended_at     TIMESTAMPTZ(3) NOT NULL,
  -- A hash of its messages and their texts. Empty once one of them was forgotten.
  fingerprint  TEXT NOT NULL,
  -- Counts the changes of the fingerprint. What was made from an earlier revision is not stored.
  revision     INTEGER NOT NULL DEFAULT 1,
  state        TEXT NOT NULL CHECK (state IN ('active', 'processing', 'processed', 'failed')),
  -- How often this revision was tried.
  attempts     INTEGER NOT NULL DEFAULT 0,
  -- Counts the workers that claimed it. Only the last one may store its result.
  claim        INTEGER NOT NULL DEFAULT 0,
  -- When the scheduler looks at it next: to process it, to try again, or to give up waiting. Null if there is nothing to do.
  due_at       TIMESTAMPTZ(3),
  summary      TEXT,
  tone         TEXT,
  -- When notes were last made of it. Null if never.
  processed_at TIMESTAMPTZ(3)
);
CREATE INDEX sessions_thread_id_ended_at_idx ON sessions (thread_id, ended_at);
CREATE INDEX sessions_audience_ended_at_idx ON sessions (audience, ended_at) WHERE audience <> 'private';
CREATE INDEX sessions_due_at_idx ON sessions (due_at) WHERE due_at IS NOT NULL;

-- Which messages a session consists of. Derived from them.
CREATE TABLE session_members (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE INDEX session_members_session_id_idx ON session_members (session_id);

-- The change of a thread up to which its sessions are derived.
CREATE TABLE session_cursors (
  thread_id  INTEGER PRIMARY KEY REFERENCES threads (id) ON DELETE CASCADE,
  change_seq INTEGER NOT NULL
);

CREATE TABLE key_moments (
  id         SERIAL PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  audience   TEXT NOT NULL,
  text       TEXT NOT NULL
);
CREATE INDEX key_moments_session_id_idx ON key_moments (session_id);
CREATE INDEX key_moments_message_id_idx ON key_moments (message_id);

-- The index of people and things.
CREATE TABLE session_names (
  id          SERIAL PRIMARY KEY,
  session_id  INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- The message that names it.
  message_id  INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  audience    TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('person', 'thing')),
  name        TEXT NOT NULL,
  -- Without case and accents, to look it up.
  folded_name TEXT NOT NULL
);
CREATE INDEX session_names_session_id_idx ON session_names (session_id);
CREATE INDEX session_names_message_id_idx ON session_names (message_id);
CREATE INDEX session_names_folded_name_idx ON session_names (folded_name);
