-- What the bot posted by itself, such as digests and notices, for the raw window of the context.
CREATE INDEX messages_posted_idx ON messages (thread_id, sent_at, platform_order, id)
  WHERE kind IN ('digest', 'notice') AND deleted_at IS NULL;
CREATE INDEX messages_posted_shared_idx ON messages (thread_id, audience, sent_at, platform_order, id)
  WHERE kind IN ('digest', 'notice') AND deleted_at IS NULL AND audience <> 'private';

-- The conversation of all members in a shared place.
CREATE INDEX messages_audience_idx ON messages (audience, sent_at, platform_order, id)
  WHERE kind = 'chat' AND deleted_at IS NULL AND audience <> 'private' AND role IN ('user', 'assistant');
