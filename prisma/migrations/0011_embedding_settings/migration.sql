-- The model for embeddings can be chosen by an owner on the page, which stands above the configuration.
ALTER TABLE embedding_choice
  -- Whose choice it is: what was found at the first start counts only where nothing is configured.
  ADD COLUMN origin TEXT NOT NULL DEFAULT 'found' CHECK (origin IN ('found', 'owner')),
  -- Switched off by an owner; what was chosen before stays for when they are on again, if anything was.
  ADD COLUMN is_off BOOLEAN NOT NULL DEFAULT FALSE,
  -- Encrypted, for its address alone.
  ADD COLUMN sealed_key TEXT,
  ALTER COLUMN provider DROP NOT NULL,
  ALTER COLUMN model DROP NOT NULL,
  ADD CHECK ((provider IS NULL) = (model IS NULL)),
  ADD CHECK (is_off OR model IS NOT NULL),
  ADD CHECK (sealed_key IS NULL OR base_url IS NOT NULL);

-- What could not be embedded, and what waits because nothing can be just now.
CREATE INDEX embeddings_error_idx ON embeddings (id) WHERE error IS NOT NULL;
