-- Whether the reply reached its maximum length. Null for turns from before this migration.
ALTER TABLE turns ADD COLUMN cut_off BOOLEAN;
