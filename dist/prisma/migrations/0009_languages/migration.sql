-- Languages are ISO codes, and each text is indexed in its own language. How a user's language became known decides what may replace it.

ALTER TABLE users ADD COLUMN language_source TEXT NOT NULL DEFAULT 'default'
  CHECK (language_source IN ('default', 'locale', 'writing', 'choice'));

CREATE FUNCTION language_code(configuration TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE configuration WHEN 'german' THEN 'de' WHEN 'french' THEN 'fr' WHEN 'spanish' THEN 'es' WHEN 'italian' THEN 'it'
    WHEN 'portuguese' THEN 'pt' WHEN 'dutch' THEN 'nl' ELSE 'en' END
$$;
ALTER TABLE users ALTER COLUMN language SET DEFAULT 'en';
UPDATE users SET language = language_code(language);
UPDATE day_summaries SET language = language_code(language);
UPDATE user_merges SET settings = settings || jsonb_build_object('language', language_code(settings->>'language'), 'language_source', 'default',
  'into_language', language_code(settings->>'into_language'), 'into_language_source', 'default') WHERE settings ? 'language';
DROP FUNCTION language_code(TEXT);

-- The language of a text is its own, or that of its user if it is unclear. All texts are indexed again.
DELETE FROM message_index;
ALTER TABLE message_index ADD COLUMN is_assumed BOOLEAN NOT NULL;
CREATE INDEX message_index_assumed_idx ON message_index (thread_id, language) WHERE is_assumed;
UPDATE summary_index SET language = '', terms = '';
UPDATE memory_items SET language = '', terms = '';
