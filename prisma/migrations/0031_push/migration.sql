-- The browsers that are notified of replies and reminders. A subscription ends with the session of its browser.
CREATE TABLE push_subscriptions (
  session_id    INTEGER PRIMARY KEY REFERENCES web_sessions(id) ON DELETE CASCADE,
  -- Whoever knows it can have the push service deliver to the browser. One browser belongs to one session.
  endpoint      TEXT NOT NULL UNIQUE,
  -- The keys for which messages to the browser are encrypted (RFC 8291).
  p256dh        TEXT NOT NULL,
  auth          TEXT NOT NULL,
  created_at    TIMESTAMPTZ(3) NOT NULL,
  -- The last change of the thread that was pushed, or that the browser has shown.
  pushed_seq    INTEGER NOT NULL,
  -- Up to when changes were looked through. Replies that were finished before are not new, even if they change.
  checked_at    TIMESTAMPTZ(3) NOT NULL,
  -- Not looked at before this time: a push is being sent, or has failed.
  next_at       TIMESTAMPTZ(3) NOT NULL,
  failures      INTEGER NOT NULL DEFAULT 0,
  failing_since TIMESTAMPTZ(3)
);

-- The key pair by which push services know this server (RFC 8292). At most one row.
CREATE TABLE push_keys (
  id                    BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (id),
  public_key            TEXT NOT NULL,
  encrypted_private_key TEXT NOT NULL
);
