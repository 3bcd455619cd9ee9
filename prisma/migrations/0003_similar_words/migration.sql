-- How alike two words are: what a misspelt word of a search is found by.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  -- One that was added to a schema out of this user's sight is of no use.
  PERFORM similarity('one', 'other');
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object OR undefined_function THEN
  RAISE EXCEPTION 'the database has to have the extension pg_trgm, and %. Install the package with PostgreSQL''s own extensions where it is not there (postgresql-contrib), run CREATE EXTENSION pg_trgm SCHEMA public in the database that DATABASE_URL names as a superuser, and start again', SQLERRM;
END $$;
