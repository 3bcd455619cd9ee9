-- Plain SQL, because much of what must hold has no word in schema.prisma: checks, generated columns,
-- partial indexes, full-text search. A test holds the result against schema.prisma.

-- people ----------------------------------------------------------------------------------------

CREATE TABLE users (
  id         SERIAL PRIMARY KEY,
  name       TEXT NOT NULL,
  is_local   BOOLEAN NOT NULL DEFAULT FALSE,
  is_owner   BOOLEAN NOT NULL DEFAULT FALSE,
  timezone   TEXT,
  language   TEXT NOT NULL DEFAULT 'english',
  digest     TEXT NOT NULL DEFAULT 'on' CHECK (digest IN ('on', 'off') OR digest ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  created_at TIMESTAMPTZ(3) NOT NULL
);
-- One local owner at most.
CREATE UNIQUE INDEX users_is_local_key ON users (is_local) WHERE is_local;

CREATE TABLE accounts (
  id               SERIAL PRIMARY KEY,
  user_id          INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  platform         TEXT NOT NULL,
  tenant           TEXT NOT NULL DEFAULT '',
  platform_user_id TEXT NOT NULL,
  name             TEXT NOT NULL,
  created_at       TIMESTAMPTZ(3) NOT NULL
);
CREATE UNIQUE INDEX accounts_platform_tenant_platform_user_id_key ON accounts (platform, tenant, platform_user_id);
CREATE INDEX accounts_user_id_idx ON accounts (user_id);

CREATE TABLE strangers (
  platform         TEXT NOT NULL,
  tenant           TEXT NOT NULL DEFAULT '',
  platform_user_id TEXT NOT NULL,
  told_at          TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (platform, tenant, platform_user_id)
);

CREATE TABLE setup_codes (
  id         BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (id),
  hash       TEXT NOT NULL,
  created_at TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE sign_in_links (
  hash       TEXT PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at TIMESTAMPTZ(3) NOT NULL,
  used_at    TIMESTAMPTZ(3)
);
CREATE INDEX sign_in_links_user_id_idx ON sign_in_links (user_id);

CREATE TABLE web_sessions (
  hash       TEXT PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at TIMESTAMPTZ(3) NOT NULL,
  expires_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX web_sessions_user_id_idx ON web_sessions (user_id);

-- threads ---------------------------------------------------------------------------------------

CREATE TABLE places (
  id             SERIAL PRIMARY KEY,
  platform       TEXT NOT NULL,
  tenant         TEXT NOT NULL DEFAULT '',
  address        TEXT NOT NULL,
  kind           TEXT NOT NULL CHECK (kind IN ('direct', 'shared')),
  title          TEXT NOT NULL DEFAULT '',
  user_id        INTEGER REFERENCES users (id) ON DELETE CASCADE,
  audience       TEXT GENERATED ALWAYS AS (CASE kind WHEN 'direct' THEN 'private' ELSE 'place:' || id::text END) STORED,
  last_active_at TIMESTAMPTZ(3),
  -- A direct place is somebody's; a shared one is nobody's.
  CHECK ((kind = 'direct') = (user_id IS NOT NULL))
);
CREATE UNIQUE INDEX places_platform_tenant_address_key ON places (platform, tenant, address);
CREATE UNIQUE INDEX places_id_audience_key ON places (id, audience);
CREATE INDEX places_user_id_last_active_at_idx ON places (user_id, last_active_at);

CREATE TABLE threads (
  id         SERIAL PRIMARY KEY,
  kind       TEXT NOT NULL CHECK (kind IN ('continuous', 'channel', 'side')),
  place_id   INTEGER REFERENCES places (id) ON DELETE CASCADE,
  change_seq INTEGER NOT NULL DEFAULT 0,
  revision   INTEGER NOT NULL DEFAULT 0,
  created_at TIMESTAMPTZ(3) NOT NULL,
  CHECK ((kind = 'channel') = (place_id IS NOT NULL))
);
CREATE UNIQUE INDEX threads_place_id_key ON threads (place_id);

-- Both columns are unique: a second continuous thread of a user cannot exist.
CREATE TABLE continuous_threads (
  user_id   INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  thread_id INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX continuous_threads_thread_id_key ON continuous_threads (thread_id);

CREATE TABLE day_segments (
  id           SERIAL PRIMARY KEY,
  thread_id    INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  day_label    TEXT NOT NULL CHECK (day_label ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  timezone     TEXT NOT NULL,
  covered_seq  INTEGER NOT NULL DEFAULT 0,
  revision     INTEGER NOT NULL DEFAULT 0,
  opened_at    TIMESTAMPTZ(3) NOT NULL,
  finalized_at TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX day_segments_thread_id_day_label_key ON day_segments (thread_id, day_label);
CREATE UNIQUE INDEX day_segments_id_thread_id_key ON day_segments (id, thread_id);
-- For the scheduler, which looks for days that have ended.
CREATE INDEX day_segments_open_idx ON day_segments (day_label) WHERE finalized_at IS NULL;

CREATE FUNCTION covered_seq_never_goes_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.covered_seq < OLD.covered_seq THEN
    RAISE EXCEPTION 'covered_seq of day segment % would go back from % to %', OLD.id, OLD.covered_seq, NEW.covered_seq;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER day_segments_covered_seq BEFORE UPDATE OF covered_seq ON day_segments
  FOR EACH ROW EXECUTE FUNCTION covered_seq_never_goes_back();

CREATE TABLE turns (
  id             SERIAL PRIMARY KEY,
  thread_id      INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  place_id       INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  user_id        INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state          TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'stopped')),
  attempts       INTEGER NOT NULL DEFAULT 1,
  stop_requested BOOLEAN NOT NULL DEFAULT FALSE,
  reply_id       INTEGER,
  model          TEXT,
  input_tokens   INTEGER,
  output_tokens  INTEGER,
  context        JSONB,
  error          TEXT,
  started_at     TIMESTAMPTZ(3) NOT NULL,
  finished_at    TIMESTAMPTZ(3)
);
-- One turn at a time per thread.
CREATE UNIQUE INDEX turns_running_key ON turns (thread_id) WHERE state = 'running';
CREATE INDEX turns_thread_id_place_id_id_idx ON turns (thread_id, place_id, id);
CREATE INDEX turns_reply_id_idx ON turns (reply_id);

CREATE TABLE messages (
  id                  SERIAL PRIMARY KEY,
  thread_id           INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  segment_id          INTEGER NOT NULL,
  place_id            INTEGER NOT NULL,
  audience            TEXT NOT NULL,
  role                TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system', 'tool')),
  kind                TEXT NOT NULL CHECK (kind IN ('chat', 'command', 'notice', 'digest', 'draft')),
  author_account_id   INTEGER REFERENCES accounts (id) ON DELETE SET NULL,
  author_name         TEXT NOT NULL DEFAULT '',
  text                TEXT NOT NULL,
  tool                JSONB,
  sent_at             TIMESTAMPTZ(3) NOT NULL,
  platform_order      BIGINT NOT NULL DEFAULT 0,
  platform_message_id TEXT,
  reply_to_id         INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  turn_id             INTEGER REFERENCES turns (id) ON DELETE SET NULL,
  owed                BOOLEAN NOT NULL DEFAULT FALSE,
  change_seq          INTEGER NOT NULL,
  edited_at           TIMESTAMPTZ(3),
  deleted_at          TIMESTAMPTZ(3),
  FOREIGN KEY (segment_id, thread_id) REFERENCES day_segments (id, thread_id) ON DELETE CASCADE,
  -- A message is seen by those who see its place, and by nobody else.
  FOREIGN KEY (place_id, audience) REFERENCES places (id, audience) ON DELETE CASCADE,
  CHECK (deleted_at IS NULL OR text = ''),
  CHECK (NOT owed OR role = 'user'),
  CHECK (kind <> 'command' OR role = 'user'),
  CHECK (kind NOT IN ('notice', 'digest') OR role = 'system'),
  CHECK (kind <> 'draft' OR role = 'assistant')
);
-- Stored once.
CREATE UNIQUE INDEX messages_thread_id_place_id_platform_message_id_key ON messages (thread_id, place_id, platform_message_id);
CREATE UNIQUE INDEX messages_thread_id_change_seq_key ON messages (thread_id, change_seq);
CREATE INDEX messages_thread_id_sent_at_platform_order_id_idx ON messages (thread_id, sent_at, platform_order, id);
CREATE INDEX messages_segment_id_sent_at_platform_order_id_idx ON messages (segment_id, sent_at, platform_order, id);
CREATE INDEX messages_place_id_platform_message_id_idx ON messages (place_id, platform_message_id);
CREATE INDEX messages_turn_id_idx ON messages (turn_id);
CREATE INDEX messages_reply_to_id_idx ON messages (reply_to_id);
CREATE INDEX messages_owed_idx ON messages (thread_id, sent_at) WHERE owed;
-- What no summary has seen yet: compared with covered_seq of the segment.
CREATE INDEX messages_segment_change_idx ON messages (segment_id, change_seq) WHERE kind = 'chat';
-- The conversation from its end, for every reply: partial, so that it is chosen on an embedded database too, which gathers no statistics.
CREATE INDEX messages_conversation_idx ON messages (thread_id, sent_at, platform_order, id) WHERE kind = 'chat' AND deleted_at IS NULL;
-- What was said in shared places is little, and is looked for among much that was not.
CREATE INDEX messages_shared_idx ON messages (thread_id, audience, sent_at, platform_order, id) WHERE kind = 'chat' AND audience <> 'private';
CREATE INDEX messages_shared_segment_idx ON messages (segment_id, change_seq) WHERE kind = 'chat' AND audience <> 'private';

ALTER TABLE turns ADD FOREIGN KEY (reply_id) REFERENCES messages (id) ON DELETE SET NULL;

CREATE TABLE leases (
  name  TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until TIMESTAMPTZ(3) NOT NULL,
  epoch INTEGER NOT NULL
);

-- recall ----------------------------------------------------------------------------------------

CREATE TABLE message_index (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  thread_id  INTEGER NOT NULL,
  segment_id INTEGER NOT NULL,
  audience   TEXT NOT NULL,
  change_seq INTEGER NOT NULL,
  language   TEXT NOT NULL,
  -- The words of the text, and one entry that names the thread: so the index finds the words of one thread among those of all.
  -- Empty for a deleted message, whose row stays so that no late run writes its words back.
  terms      TSVECTOR NOT NULL
);
CREATE INDEX message_index_thread_id_change_seq_idx ON message_index (thread_id, change_seq);
CREATE INDEX message_index_thread_id_language_idx ON message_index (thread_id, language);
-- No list of pending entries: nothing would ever empty it on the embedded database, and every search would read it.
CREATE INDEX message_index_terms_idx ON message_index USING GIN (terms) WITH (fastupdate = off);

-- summaries -------------------------------------------------------------------------------------

CREATE TABLE day_summaries (
  segment_id INTEGER PRIMARY KEY REFERENCES day_segments (id) ON DELETE CASCADE,
  markdown   TEXT NOT NULL,
  mode       TEXT NOT NULL CHECK (mode IN ('rollover', 'nightly', 'heuristic', 'manual')),
  model      TEXT NOT NULL,
  language   TEXT NOT NULL,
  -- The revision that writing it left on its segment: when that has moved on, the summary rests on what is no longer so.
  revision   INTEGER NOT NULL DEFAULT 0,
  updated_at TIMESTAMPTZ(3) NOT NULL
);

CREATE TABLE summary_runs (
  id            SERIAL PRIMARY KEY,
  segment_id    INTEGER NOT NULL REFERENCES day_segments (id) ON DELETE CASCADE,
  mode          TEXT NOT NULL CHECK (mode IN ('rollover', 'nightly', 'heuristic', 'manual')),
  state         TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'superseded')),
  from_revision INTEGER NOT NULL,
  to_seq        INTEGER NOT NULL,
  input_tokens  INTEGER,
  output_tokens INTEGER,
  error         TEXT,
  started_at    TIMESTAMPTZ(3) NOT NULL,
  finished_at   TIMESTAMPTZ(3)
);
CREATE INDEX summary_runs_segment_id_started_at_idx ON summary_runs (segment_id, started_at);

CREATE TABLE digests (
  segment_id INTEGER PRIMARY KEY REFERENCES day_segments (id) ON DELETE CASCADE,
  state      TEXT NOT NULL CHECK (state IN ('waiting', 'posted', 'skipped')),
  due_at     TIMESTAMPTZ(3) NOT NULL,
  message_id INTEGER REFERENCES messages (id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX digests_message_id_key ON digests (message_id);
CREATE INDEX digests_waiting_idx ON digests (due_at) WHERE state = 'waiting';

-- conversation ----------------------------------------------------------------------------------

CREATE TABLE deliveries (
  id                  SERIAL PRIMARY KEY,
  message_id          INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  part                INTEGER NOT NULL,
  text                TEXT NOT NULL,
  buttons             JSONB,
  reply_to            TEXT,
  collapsed           BOOLEAN NOT NULL DEFAULT FALSE,
  state               TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'sent', 'unknown', 'failed')),
  platform_message_id TEXT,
  attempts            INTEGER NOT NULL DEFAULT 0,
  not_before          TIMESTAMPTZ(3),
  error               TEXT,
  updated_at          TIMESTAMPTZ(3) NOT NULL,
  CHECK (state <> 'sent' OR platform_message_id IS NOT NULL)
);
CREATE UNIQUE INDEX deliveries_message_id_part_key ON deliveries (message_id, part);
CREATE INDEX deliveries_platform_message_id_idx ON deliveries (platform_message_id);
CREATE INDEX deliveries_owed_idx ON deliveries (id) WHERE state IN ('pending', 'sending');
