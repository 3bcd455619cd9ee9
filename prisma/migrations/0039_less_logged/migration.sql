-- A turn belongs to the owner of its thread. One index finds the turns of a thread since an instant and the last one of a place.
DROP INDEX turns_thread_id_place_id_id_idx;
ALTER TABLE turns DROP COLUMN user_id;
CREATE INDEX turns_thread_id_started_at_idx ON turns (thread_id, started_at);

-- The report on the context is read as a whole. As json, it takes two thirds of what it takes as jsonb.
DROP INDEX turns_reports_idx;
ALTER TABLE turns ALTER COLUMN context TYPE json USING context::json;
CREATE INDEX turns_reports_idx ON turns (thread_id, id) WHERE (context -> 'parts') IS NOT NULL;

-- The last messages of places are looked for among those of a few days, of the thread or the shared place.
DROP INDEX messages_last_received_idx;
