-- When a user was asked for their timezone, so that they are asked once.
ALTER TABLE users ADD COLUMN timezone_asked_at TIMESTAMPTZ(3);
