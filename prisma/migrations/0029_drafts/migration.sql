-- What stands in the message box of a user's page and was not sent.
CREATE TABLE drafts (
  user_id    INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  text       TEXT NOT NULL,
  updated_at TIMESTAMPTZ(3) NOT NULL
);
