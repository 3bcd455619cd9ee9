-- The model for embeddings can be chosen by an owner on the page, which stands above the configuration.
ALTER TABLE embedding_choice
  -- Whose choice it is: what was found at the first start counts only where nothing is configured.
  ADD COLUMN origin TEXT NOT NULL DEFAULT 'found' CHECK (origin IN ('found', 'owner')),
  -- Encrypted, for its address alone.
  ADD COLUMN sealed_key TEXT,
  -- None: they are switched off.
  ALTER COLUMN provider DROP NOT NULL,
  ALTER COLUMN model DROP NOT NULL,
  ADD CHECK ((provider IS NULL) = (model IS NULL)),
  ADD CHECK (sealed_key IS NULL OR base_url IS NOT NULL);
