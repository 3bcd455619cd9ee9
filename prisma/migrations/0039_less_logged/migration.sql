-- A turn belongs to the owner of its thread. The report on the context is read as a whole, and takes less as json than as jsonb.
DROP INDEX turns_thread_id_place_id_id_idx;
DROP INDEX turns_reports_idx;
ALTER TABLE turns DROP COLUMN user_id, ALTER COLUMN context TYPE json USING context::json;

-- Finds the turns of a thread since an instant, and the last one of a place.
CREATE INDEX turns_thread_id_started_at_idx ON turns (thread_id, started_at);
CREATE INDEX turns_reports_idx ON turns (thread_id, id) WHERE (context -> 'parts') IS NOT NULL;
