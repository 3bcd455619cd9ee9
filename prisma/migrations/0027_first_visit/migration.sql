-- The language model that an owner chose on the page. At most one row. The environment takes precedence.
CREATE TABLE model_choice (
  id            BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (id),
  -- Of the server, with the version.
  base_url      TEXT NOT NULL,
  model         TEXT NOT NULL,
  -- Encrypted for base_url, so that it cannot be read for another address. Servers on the same machine often need none.
  encrypted_key TEXT,
  chosen_at     TIMESTAMPTZ(3) NOT NULL
);

-- samples: the user removes the sample messages that the page has loaded.
ALTER TABLE forget_requests DROP CONSTRAINT forget_requests_kind_check, ADD CONSTRAINT forget_requests_kind_check
  CHECK (kind IN ('message', 'day', 'memory', 'topic', 'everything', 'platform_deletion', 'samples'));
