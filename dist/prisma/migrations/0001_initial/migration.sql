-- The schema as it began. Later migrations only add to it: docs/developers/migrations.md explains how.
-- It is plain SQL, because checks, generated columns, partial indexes and full-text search cannot be stated in schema.prisma.
-- A test compares the result with schema.prisma.

-- Similarity of words, by which typos in searches are found.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  -- An extension in a schema that this user cannot see is of no use.
  PERFORM similarity('one', 'other');
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object OR undefined_function THEN
  RAISE EXCEPTION 'the database has to have the extension pg_trgm, and %. Install the package with PostgreSQL''s own extensions where it is not there (postgresql-contrib), run CREATE EXTENSION pg_trgm SCHEMA public in the database that DATABASE_URL names as a superuser, and start again', SQLERRM;
END $$;

-- people ----------------------------------------------------------------------------------------

CREATE TABLE users (
  id         SERIAL PRIMARY KEY,
  name       TEXT NOT NULL,
  is_local   BOOLEAN NOT NULL DEFAULT FALSE,
  is_owner   BOOLEAN NOT NULL DEFAULT FALSE,
  timezone   TEXT,
  language   TEXT NOT NULL DEFAULT 'english',
  digest     TEXT NOT NULL DEFAULT 'on' CHECK (digest IN ('on', 'off') OR digest ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  created_at TIMESTAMPTZ(3) NOT NULL,
  -- Blocked by an owner: nothing the user sends is read.
  blocked_at TIMESTAMPTZ(3)
);
-- At most one local owner.
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

-- Senders without access, who are notified once a day.
CREATE TABLE unapproved_senders (
  platform         TEXT NOT NULL,
  tenant           TEXT NOT NULL DEFAULT '',
  platform_user_id TEXT NOT NULL,
  notified_at      TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (platform, tenant, platform_user_id)
);

-- The code identifies a request and is not secret.
CREATE TABLE access_requests (
  id               SERIAL PRIMARY KEY,
  platform         TEXT NOT NULL,
  tenant           TEXT NOT NULL DEFAULT '',
  platform_user_id TEXT NOT NULL,
  name             TEXT NOT NULL,
  -- Their direct place, where they are notified of the decision.
  address          TEXT NOT NULL,
  code             TEXT NOT NULL UNIQUE,
  state            TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'denied')),
  requested_at     TIMESTAMPTZ(3) NOT NULL,
  expires_at       TIMESTAMPTZ(3) NOT NULL,
  UNIQUE (platform, tenant, platform_user_id)
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
  -- A direct place belongs to a user, a shared place to nobody.
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
  -- The change after which the current topic begins.
  fresh_seq  INTEGER NOT NULL DEFAULT 0,
  CHECK ((kind = 'channel') = (place_id IS NOT NULL))
);
CREATE UNIQUE INDEX threads_place_id_key ON threads (place_id);

-- Both columns are unique, so a user has at most one continuous thread.
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

CREATE FUNCTION covered_seq_never_decreases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.covered_seq < OLD.covered_seq THEN
    RAISE EXCEPTION 'covered_seq of day segment % would decrease from % to %', OLD.id, OLD.covered_seq, NEW.covered_seq;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER day_segments_covered_seq BEFORE UPDATE OF covered_seq ON day_segments
  FOR EACH ROW EXECUTE FUNCTION covered_seq_never_decreases();

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
  -- Calls of the model, and tokens by the count of its server.
  calls          INTEGER,
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
CREATE INDEX turns_user_id_started_at_idx ON turns (user_id, started_at);
-- Context reports. For older turns only the number of tokens is kept.
CREATE INDEX turns_reports_idx ON turns (thread_id, id) WHERE (context -> 'parts') IS NOT NULL;

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
  -- Not answered yet.
  pending             BOOLEAN NOT NULL DEFAULT FALSE,
  change_seq          INTEGER NOT NULL,
  edited_at           TIMESTAMPTZ(3),
  deleted_at          TIMESTAMPTZ(3),
  -- What the platform needs to show the answer as that of a command. Removed once the command is answered.
  invocation          TEXT,
  -- The text is secret until then, such as a one-time code, and is replaced afterwards.
  text_expires_at     TIMESTAMPTZ(3),
  FOREIGN KEY (segment_id, thread_id) REFERENCES day_segments (id, thread_id) ON DELETE CASCADE,
  -- A message is visible to those who see its place, and to nobody else.
  FOREIGN KEY (place_id, audience) REFERENCES places (id, audience) ON DELETE CASCADE,
  CHECK (deleted_at IS NULL OR text = ''),
  CHECK (NOT pending OR role = 'user'),
  CHECK (kind <> 'command' OR role = 'user'),
  CHECK (kind NOT IN ('notice', 'digest') OR role = 'system'),
  CHECK (kind <> 'draft' OR role = 'assistant'),
  CHECK (invocation IS NULL OR (kind = 'command' AND pending))
);
-- Each message is stored once.
CREATE UNIQUE INDEX messages_thread_id_place_id_platform_message_id_key ON messages (thread_id, place_id, platform_message_id);
CREATE UNIQUE INDEX messages_thread_id_change_seq_key ON messages (thread_id, change_seq);
CREATE INDEX messages_thread_id_sent_at_platform_order_id_idx ON messages (thread_id, sent_at, platform_order, id);
-- Answers what is next to a message without reading the messages themselves.
CREATE INDEX messages_segment_id_sent_at_platform_order_id_idx ON messages (segment_id, sent_at, platform_order, id)
  INCLUDE (thread_id, audience, kind, role, deleted_at, change_seq);
CREATE INDEX messages_place_id_platform_message_id_idx ON messages (place_id, platform_message_id);
CREATE INDEX messages_turn_id_idx ON messages (turn_id);
CREATE INDEX messages_reply_to_id_idx ON messages (reply_to_id);
CREATE INDEX messages_pending_idx ON messages (thread_id, sent_at) WHERE pending;
-- What is not summarized yet: compared with covered_seq of the segment.
CREATE INDEX messages_segment_change_idx ON messages (segment_id, change_seq) WHERE kind = 'chat';
-- The conversation from its end, for every reply. Partial, so that an embedded database without statistics chooses it too.
CREATE INDEX messages_conversation_idx ON messages (thread_id, sent_at, platform_order, id) WHERE kind = 'chat' AND deleted_at IS NULL;
-- Messages in shared places are few among many private ones.
CREATE INDEX messages_shared_idx ON messages (thread_id, audience, sent_at, platform_order, id) WHERE kind = 'chat' AND audience <> 'private';
CREATE INDEX messages_shared_segment_idx ON messages (segment_id, change_seq) WHERE kind = 'chat' AND audience <> 'private';
-- The last message of a place: after an outage, missed messages are fetched from there on.
CREATE INDEX messages_last_received_idx ON messages (place_id, platform_order)
  WHERE kind = 'chat' AND role = 'user' AND platform_message_id IS NOT NULL;
CREATE INDEX messages_text_expires_at_idx ON messages (text_expires_at) WHERE text_expires_at IS NOT NULL;

ALTER TABLE turns ADD FOREIGN KEY (reply_id) REFERENCES messages (id) ON DELETE SET NULL;

CREATE TABLE attachments (
  id         SERIAL PRIMARY KEY,
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  name       TEXT NOT NULL,
  media_type TEXT NOT NULL,
  bytes      INTEGER,
  -- How the platform finds the file. Not secret. After an edit of the message, what identifies the file.
  source     TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('pending', 'stored', 'failed')),
  content    BYTEA,
  -- Of speech.
  transcript TEXT,
  error      TEXT,
  CHECK ((state = 'stored') = (content IS NOT NULL))
);
CREATE UNIQUE INDEX attachments_message_id_position_key ON attachments (message_id, position);
-- Images and audio are compressed already.
ALTER TABLE attachments ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TABLE reactions (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  emoji      TEXT NOT NULL,
  -- False once it was removed.
  present    BOOLEAN NOT NULL,
  at         TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY (message_id, account_id, emoji)
);
CREATE INDEX reactions_account_id_idx ON reactions (account_id);

CREATE TABLE leases (
  name  TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until TIMESTAMPTZ(3) NOT NULL,
  epoch INTEGER NOT NULL
);

-- linking ---------------------------------------------------------------------------------------

-- A code that merges two users once another account enters it and the account that requested it accepts.
CREATE TABLE link_codes (
  id         SERIAL PRIMARY KEY,
  hash       TEXT NOT NULL UNIQUE,
  -- Who requested it, and where. They are asked to accept there.
  account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  place_id   INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  state      TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'claimed', 'accepted', 'declined')),
  -- Who entered it, and where. They need not be a known account.
  platform         TEXT,
  tenant           TEXT,
  platform_user_id TEXT,
  name             TEXT,
  address          TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL,
  -- For entering it; once it is entered, for accepting.
  expires_at TIMESTAMPTZ(3) NOT NULL,
  CHECK (state = 'open' OR num_nonnulls(platform, tenant, platform_user_id, name, address) = 5)
);
CREATE INDEX link_codes_account_id_idx ON link_codes (account_id);

-- Wrong codes, to limit attempts per hour.
CREATE TABLE failed_link_attempts (
  id               SERIAL PRIMARY KEY,
  platform         TEXT NOT NULL,
  tenant           TEXT NOT NULL,
  platform_user_id TEXT NOT NULL,
  attempted_at     TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX failed_link_attempts_account_idx ON failed_link_attempts (platform, tenant, platform_user_id, attempted_at);

-- search ----------------------------------------------------------------------------------------

CREATE TABLE message_index (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  thread_id  INTEGER NOT NULL,
  segment_id INTEGER NOT NULL,
  audience   TEXT NOT NULL,
  change_seq INTEGER NOT NULL,
  language   TEXT NOT NULL,
  -- The words of the text, and an entry that names the thread, so that the index finds the words of one thread among those of
  -- all. In shared places another entry names thread and place. Empty for a deleted message, whose row stays so that no
  -- late run writes its words back.
  terms      TSVECTOR NOT NULL
);
CREATE INDEX message_index_thread_id_change_seq_idx ON message_index (thread_id, change_seq);
CREATE INDEX message_index_thread_id_language_idx ON message_index (thread_id, language);
-- Without a list of pending entries: nothing would empty it on the embedded database, and every search would read it.
CREATE INDEX message_index_terms_idx ON message_index USING GIN (terms) WITH (fastupdate = off);
CREATE INDEX message_index_shared_idx ON message_index (thread_id, audience, change_seq) WHERE audience <> 'private';

-- Chunks of the transcript, which embeddings are computed from.
CREATE TABLE transcript_chunks (
  id               SERIAL PRIMARY KEY,
  thread_id        INTEGER NOT NULL,
  segment_id       INTEGER NOT NULL,
  audience         TEXT NOT NULL,
  -- Among the chunks of its day and audience, from 0.
  position         INTEGER NOT NULL CHECK (position >= 0),
  first_message_id INTEGER NOT NULL,
  last_message_id  INTEGER NOT NULL,
  -- The messages of users and the bot that the chunk finds, in order. Tool output is in the text only.
  message_ids      INTEGER[] NOT NULL,
  -- The latest change among its messages.
  change_seq       INTEGER NOT NULL,
  -- Of the text and its bounds. An equal chunk keeps its row, and with it what was derived from it.
  hash             TEXT NOT NULL,
  text             TEXT NOT NULL CHECK (text <> ''),
  tokens           INTEGER NOT NULL CHECK (tokens > 0),
  -- Chunks follow their day into another thread.
  FOREIGN KEY (segment_id, thread_id) REFERENCES day_segments (id, thread_id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX transcript_chunks_segment_id_audience_hash_key ON transcript_chunks (segment_id, audience, hash);
CREATE INDEX transcript_chunks_thread_id_audience_idx ON transcript_chunks (thread_id, audience);

-- The state of a day that its chunks were made from. A newer change or another revision of the day (a message left it)
-- means that they must be made again.
CREATE TABLE chunked_segments (
  segment_id INTEGER PRIMARY KEY REFERENCES day_segments (id) ON DELETE CASCADE,
  change_seq INTEGER NOT NULL DEFAULT 0,
  revision   INTEGER NOT NULL DEFAULT 0
);

-- The embedding model that is in use: chosen by an owner, or detected at the first start and kept.
CREATE TABLE embedding_choice (
  id            BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (id),
  provider      TEXT,
  model         TEXT,
  -- Of the server. The built-in model has none.
  base_url      TEXT,
  chosen_at     TIMESTAMPTZ(3) NOT NULL,
  -- An owner's choice overrides the configuration. A detected model counts only if none is configured.
  origin        TEXT NOT NULL DEFAULT 'detected' CHECK (origin IN ('detected', 'owner')),
  -- Switched off by an owner. The previous choice is kept for later.
  is_off        BOOLEAN NOT NULL DEFAULT FALSE,
  -- Bound to its address.
  encrypted_key TEXT,
  CHECK ((provider IS NULL) = (model IS NULL)),
  CHECK (is_off OR model IS NOT NULL),
  CHECK (encrypted_key IS NULL OR base_url IS NOT NULL)
);

-- summaries -------------------------------------------------------------------------------------

CREATE TABLE day_summaries (
  segment_id INTEGER PRIMARY KEY REFERENCES day_segments (id) ON DELETE CASCADE,
  markdown   TEXT NOT NULL,
  mode       TEXT NOT NULL CHECK (mode IN ('rollover', 'nightly', 'heuristic', 'manual')),
  model      TEXT NOT NULL,
  language   TEXT NOT NULL,
  -- The revision of the segment when it was stored. A newer one means that the summary is stale.
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

-- memory ----------------------------------------------------------------------------------------

-- An item and its theme have the same audience.
CREATE TABLE memory_themes (
  id         SERIAL PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  audience   TEXT NOT NULL,
  -- The name in lower case, with hyphens.
  slug       TEXT NOT NULL CHECK (slug <> ''),
  name       TEXT NOT NULL CHECK (name <> ''),
  created_at TIMESTAMPTZ(3) NOT NULL,
  UNIQUE (user_id, audience, slug),
  UNIQUE (id, user_id, audience)
);

CREATE TABLE memory_items (
  id                SERIAL PRIMARY KEY,
  user_id           INTEGER NOT NULL,
  audience          TEXT NOT NULL,
  theme_id          INTEGER NOT NULL,
  type              TEXT NOT NULL CHECK (type IN ('preference', 'fact', 'instruction', 'summary', 'other')),
  content           TEXT NOT NULL CHECK (content <> ''),
  tags              TEXT[] NOT NULL DEFAULT '{}',
  status            TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  -- A hash of the content that is equal for nearly equal wording.
  gist              TEXT NOT NULL,
  -- The text search configuration of the terms.
  language          TEXT NOT NULL,
  terms             TSVECTOR NOT NULL,
  source_message_id INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  superseded_by_id  INTEGER REFERENCES memory_items (id) ON DELETE SET NULL,
  created_at        TIMESTAMPTZ(3) NOT NULL,
  archived_at       TIMESTAMPTZ(3),
  FOREIGN KEY (theme_id, user_id, audience) REFERENCES memory_themes (id, user_id, audience) ON DELETE CASCADE,
  CHECK ((status = 'archived') = (archived_at IS NOT NULL)),
  CHECK (superseded_by_id IS NULL OR status = 'archived')
);
-- No duplicates.
CREATE UNIQUE INDEX memory_items_gist_key ON memory_items (user_id, audience, gist) WHERE status = 'active';
CREATE INDEX memory_items_user_id_created_at_id_idx ON memory_items (user_id, created_at, id);
CREATE INDEX memory_items_user_id_language_idx ON memory_items (user_id, language);
CREATE INDEX memory_items_theme_id_status_idx ON memory_items (theme_id, status);
CREATE INDEX memory_items_source_message_id_idx ON memory_items (source_message_id);
CREATE INDEX memory_items_superseded_by_id_idx ON memory_items (superseded_by_id);

-- conversation ----------------------------------------------------------------------------------

-- The outbox: one row per part of a message, written before its first byte is sent.
CREATE TABLE deliveries (
  id                  SERIAL PRIMARY KEY,
  message_id          INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  part                INTEGER NOT NULL,
  text                TEXT NOT NULL,
  buttons             JSONB,
  reply_to            TEXT,
  collapsed           BOOLEAN NOT NULL DEFAULT FALSE,
  -- unknown: sending was interrupted, so the outcome is indeterminate.
  state               TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'sent', 'unknown', 'failed')),
  platform_message_id TEXT,
  attempts            INTEGER NOT NULL DEFAULT 0,
  not_before          TIMESTAMPTZ(3),
  error               TEXT,
  updated_at          TIMESTAMPTZ(3) NOT NULL,
  invocation          TEXT,
  -- For a while after this, some platforms recognize a repeat.
  send_started_at     TIMESTAMPTZ(3),
  CHECK (state <> 'sent' OR platform_message_id IS NOT NULL),
  CHECK (invocation IS NULL OR state IN ('pending', 'sending'))
);
CREATE UNIQUE INDEX deliveries_message_id_part_key ON deliveries (message_id, part);
CREATE INDEX deliveries_platform_message_id_idx ON deliveries (platform_message_id);
CREATE INDEX deliveries_pending_idx ON deliveries (id) WHERE state IN ('pending', 'sending');

-- privacy ---------------------------------------------------------------------------------------

-- A deletion: first the preview, then, once confirmed, exactly what was previewed.
CREATE TABLE forget_requests (
  id              SERIAL PRIMARY KEY,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place_id        INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  -- The command that requested it, which may name what is deleted.
  command_id      INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  -- platform_deletion: a message was deleted on its platform, where nothing is answered.
  kind            TEXT NOT NULL CHECK (kind IN ('message', 'day', 'memory', 'topic', 'everything', 'platform_deletion')),
  message_ids     INTEGER[] NOT NULL DEFAULT '{}',
  memory_ids      INTEGER[] NOT NULL DEFAULT '{}',
  state           TEXT NOT NULL DEFAULT 'previewed' CHECK (state IN ('previewed', 'confirmed', 'done')),
  -- Messages deleted so far.
  forgotten_count INTEGER NOT NULL DEFAULT 0,
  requested_at    TIMESTAMPTZ(3) NOT NULL,
  expires_at      TIMESTAMPTZ(3) NOT NULL,
  done_at         TIMESTAMPTZ(3)
);
CREATE INDEX forget_requests_user_id_idx ON forget_requests (user_id);
CREATE INDEX forget_requests_command_id_idx ON forget_requests (command_id);
CREATE INDEX forget_requests_confirmed_idx ON forget_requests (id) WHERE state = 'confirmed';

CREATE TABLE exports (
  id           SERIAL PRIMARY KEY,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place_id     INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
  from_day     TEXT,
  to_day       TEXT,
  state        TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed')),
  files_sent   INTEGER NOT NULL DEFAULT 0,
  requested_at TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX exports_user_id_idx ON exports (user_id);
CREATE INDEX exports_pending_idx ON exports (id) WHERE state = 'pending';

-- embeddings ------------------------------------------------------------------------------------

-- One row per text, made by the triggers below. Where the database has pgvector, add_vectors() adds the vector itself.
CREATE TABLE embeddings (
  -- A text that changes gets another row, so a vector of its old text finds no row to be written to.
  id         SERIAL PRIMARY KEY,
  -- The text: exactly one of chunk_id, summary_id and memory_id.
  chunk_id   INTEGER REFERENCES transcript_chunks (id) ON DELETE CASCADE,
  summary_id INTEGER REFERENCES day_summaries (segment_id) ON DELETE CASCADE,
  -- Copied from the text, so that a search by vector knows who may see it without reading another table.
  thread_id  INTEGER,
  segment_id INTEGER,
  audience   TEXT NOT NULL,
  state      TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'ready', 'error')),
  -- Failures, and the reason of the latest.
  attempts   INTEGER NOT NULL DEFAULT 0,
  error      TEXT,
  -- Not tried before this: another process works on it, or it has failed.
  not_before TIMESTAMPTZ(3),
  -- What made the vector, and its dimensions before padding.
  provider   TEXT,
  model      TEXT,
  dimensions INTEGER,
  -- A memory item belongs to a user and to no thread.
  memory_id  INTEGER REFERENCES memory_items (id) ON DELETE CASCADE,
  user_id    INTEGER,
  CHECK ((state = 'ready') = (num_nonnulls(provider, model, dimensions) = 3)),
  CHECK (state <> 'error' OR error IS NOT NULL),
  CONSTRAINT embeddings_of_one_text CHECK (num_nonnulls(chunk_id, summary_id, memory_id) = 1),
  CONSTRAINT embeddings_owner CHECK (
    CASE WHEN memory_id IS NULL THEN num_nonnulls(thread_id, segment_id) = 2 AND user_id IS NULL
    ELSE num_nonnulls(thread_id, segment_id) = 0 AND user_id IS NOT NULL END
  )
);
CREATE UNIQUE INDEX embeddings_chunk_id_key ON embeddings (chunk_id);
CREATE UNIQUE INDEX embeddings_summary_id_key ON embeddings (summary_id);
CREATE UNIQUE INDEX embeddings_memory_id_key ON embeddings (memory_id);
-- Pending texts in the order of work: summaries first, newest days first.
CREATE INDEX embeddings_pending_idx ON embeddings ((chunk_id IS NOT NULL), segment_id DESC, id DESC) WHERE state = 'pending';
CREATE INDEX embeddings_ready_idx ON embeddings (thread_id, audience) WHERE state = 'ready';
CREATE INDEX embeddings_memory_ready_idx ON embeddings (user_id, audience) WHERE memory_id IS NOT NULL AND state = 'ready';
-- Vectors of another model than the one in use.
CREATE INDEX embeddings_model_idx ON embeddings (provider, model) WHERE state = 'ready';
CREATE INDEX embeddings_error_idx ON embeddings (id) WHERE error IS NOT NULL;

CREATE FUNCTION chunk_needs_embedding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM embeddings WHERE chunk_id = NEW.id;
  INSERT INTO embeddings (chunk_id, thread_id, segment_id, audience) VALUES (NEW.id, NEW.thread_id, NEW.segment_id, NEW.audience);
  RETURN NULL;
END $$;
CREATE TRIGGER transcript_chunks_added AFTER INSERT ON transcript_chunks
  FOR EACH ROW EXECUTE FUNCTION chunk_needs_embedding();
CREATE TRIGGER transcript_chunks_changed AFTER UPDATE ON transcript_chunks
  FOR EACH ROW WHEN ((OLD.text, OLD.thread_id, OLD.segment_id, OLD.audience) IS DISTINCT FROM (NEW.text, NEW.thread_id, NEW.segment_id, NEW.audience))
  EXECUTE FUNCTION chunk_needs_embedding();

-- A summary is made from private messages too, so it is private.
CREATE FUNCTION summary_needs_embedding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM embeddings WHERE summary_id = NEW.segment_id;
  INSERT INTO embeddings (summary_id, thread_id, segment_id, audience)
    SELECT s.id, s.thread_id, s.id, 'private' FROM day_segments s WHERE s.id = NEW.segment_id;
  RETURN NULL;
END $$;
CREATE TRIGGER day_summaries_added AFTER INSERT ON day_summaries
  FOR EACH ROW EXECUTE FUNCTION summary_needs_embedding();
CREATE TRIGGER day_summaries_changed AFTER UPDATE ON day_summaries
  FOR EACH ROW WHEN (OLD.markdown IS DISTINCT FROM NEW.markdown) EXECUTE FUNCTION summary_needs_embedding();

CREATE FUNCTION memory_needs_embedding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM embeddings WHERE memory_id = NEW.id;
  INSERT INTO embeddings (memory_id, user_id, audience) VALUES (NEW.id, NEW.user_id, NEW.audience);
  RETURN NULL;
END $$;
CREATE TRIGGER memory_items_added AFTER INSERT ON memory_items
  FOR EACH ROW EXECUTE FUNCTION memory_needs_embedding();
CREATE TRIGGER memory_items_changed AFTER UPDATE ON memory_items
  FOR EACH ROW WHEN ((OLD.content, OLD.user_id, OLD.audience) IS DISTINCT FROM (NEW.content, NEW.user_id, NEW.audience))
  EXECUTE FUNCTION memory_needs_embedding();

-- Adds vectors if the database has pgvector 0.8 or newer: now and at every start, because it may be installed later.
-- False if it is missing, if this user may not install it, or if it is in a schema that this user cannot see.
CREATE FUNCTION add_vectors() RETURNS BOOLEAN LANGUAGE plpgsql AS $$
DECLARE
  version TEXT;
BEGIN
  IF EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = 'embeddings'::regclass AND attname = 'vector' AND NOT attisdropped) THEN
    RETURN TRUE;
  END IF;
  -- An arbitrary number that nothing else uses. Several processes may start at once.
  PERFORM pg_advisory_xact_lock(7480312);
  SELECT coalesce(installed_version, default_version) INTO version FROM pg_available_extensions WHERE name = 'vector';
  IF version IS NULL OR (regexp_match(version, '^(\d+)\.(\d+)'))::int[] < ARRAY[0, 8] THEN
    RETURN FALSE;
  END IF;
  CREATE EXTENSION IF NOT EXISTS vector;
  -- Half precision, stored in the row itself: read in a third of the time.
  ALTER TABLE embeddings ADD COLUMN IF NOT EXISTS vector halfvec(1024);
  ALTER TABLE embeddings ALTER COLUMN vector SET STORAGE PLAIN;
  -- The index has single precision: the embedded database computes halves in software, so adding one takes five times as long.
  CREATE INDEX IF NOT EXISTS embeddings_vector_idx ON embeddings USING hnsw ((vector::vector(1024)) vector_cosine_ops) WHERE chunk_id IS NOT NULL;
  RETURN TRUE;
EXCEPTION WHEN insufficient_privilege OR undefined_object OR undefined_file THEN
  RETURN FALSE;
END $$;
SELECT add_vectors();
