-- The summaries that a cascade has made and not yet used are few among many, and each cascade deletes those it does not use.
CREATE INDEX channel_summaries_unused_idx ON channel_summaries (place_id) WHERE NOT is_used;
