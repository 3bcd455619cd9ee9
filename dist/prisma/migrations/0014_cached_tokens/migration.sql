-- The input tokens of a reply that the model's server read from its prefix cache, where it reports them.
ALTER TABLE turns ADD COLUMN cached_tokens INTEGER;
