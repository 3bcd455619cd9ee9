-- Records when a user was told that a part may not have arrived, so that they are told once.

ALTER TABLE deliveries
  ADD COLUMN warned_at TIMESTAMPTZ(3),
  DROP CONSTRAINT deliveries_check,
  -- A user can also state that a part has arrived. Its id is then unknown.
  ADD CONSTRAINT deliveries_check CHECK (state <> 'sent' OR platform_message_id IS NOT NULL OR warned_at IS NOT NULL);

CREATE INDEX deliveries_unknown_idx ON deliveries (message_id) WHERE state = 'unknown';
