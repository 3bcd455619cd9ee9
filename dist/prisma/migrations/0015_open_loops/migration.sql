-- What somebody promised or still has to do. Due days and times are local to the user, so that nine o'clock stays nine o'clock.
CREATE TABLE open_loops (
  id SERIAL PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  audience TEXT NOT NULL,
  owner TEXT NOT NULL CHECK (owner IN ('user', 'bot', 'other')),
  -- Who owes it, if somebody else.
  owner_name TEXT,
  text TEXT NOT NULL,
  -- A hash of the normalized text. Loops that say the same share it.
  gist TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'done', 'dropped')),
  due_day TEXT CHECK (due_day IS NULL OR (due_day ~ '^\d{4}-\d{2}-\d{2}$' AND due_day::date IS NOT NULL)),
  -- HH:MM.
  due_time TEXT CHECK (due_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- An RFC 5545 rule that starts on the due day.
  repeat TEXT,
  -- Who noted it: the user with a request, or a session in which it was said.
  origin TEXT NOT NULL CHECK (origin IN ('request', 'session')),
  source_message_id INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  -- Who closed it, and the message that shows that it is done.
  closing_origin TEXT CHECK (closing_origin IN ('request', 'session')),
  closing_message_id INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  closed_at TIMESTAMPTZ(3),
  CHECK (due_day IS NOT NULL OR (due_time IS NULL AND repeat IS NULL)),
  CHECK ((state = 'open') = (closed_at IS NULL))
);

CREATE UNIQUE INDEX open_loops_gist_key ON open_loops (user_id, audience, gist) WHERE state = 'open';
CREATE INDEX open_loops_user_id_state_id_idx ON open_loops (user_id, state, id);
CREATE INDEX open_loops_source_message_id_idx ON open_loops (source_message_id);
CREATE INDEX open_loops_closing_message_id_idx ON open_loops (closing_message_id);

-- When the user is reminded of a loop. One row per occurrence.
CREATE TABLE reminders (
  id SERIAL PRIMARY KEY,
  loop_id INTEGER NOT NULL REFERENCES open_loops (id) ON DELETE CASCADE,
  due_at TIMESTAMPTZ(3) NOT NULL,
  -- Whether the user named the time. If not, it is listed with what else is due that day.
  is_timed BOOLEAN NOT NULL,
  -- Whether it was counted from an instant, as in "in two hours", so that it does not move with the timezone.
  is_fixed BOOLEAN NOT NULL DEFAULT FALSE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'posted', 'done')),
  -- When to try to post it. Later than due_at if it was postponed.
  post_at TIMESTAMPTZ(3) NOT NULL,
  message_id INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  -- The direct places that it was sent to.
  place_ids INTEGER[] NOT NULL DEFAULT '{}',
  -- Whether it was sent a second time because nobody knows whether the first one arrived.
  is_repeated BOOLEAN NOT NULL DEFAULT FALSE
);

CREATE INDEX reminders_post_at_idx ON reminders (post_at) WHERE state = 'waiting';
CREATE INDEX reminders_posted_idx ON reminders (message_id) WHERE state = 'posted';
CREATE UNIQUE INDEX reminders_waiting_key ON reminders (loop_id) WHERE state = 'waiting';
CREATE INDEX reminders_message_id_idx ON reminders (message_id);

-- Posted without a sound where the platform can do that.
ALTER TABLE deliveries ADD COLUMN silent BOOLEAN NOT NULL DEFAULT FALSE;
