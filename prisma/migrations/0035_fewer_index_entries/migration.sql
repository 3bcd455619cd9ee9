-- Each message and its reply change these tables, and each change that an index covers adds an entry to every index of the table.

-- An activity no longer does. A user has few places, so they are sorted when they are read.
CREATE INDEX places_user_id_idx ON places (user_id);
DROP INDEX places_user_id_last_active_at_idx;

-- One index in place of two, without the messages of the bot.
CREATE UNIQUE INDEX messages_place_id_platform_message_id_thread_id_key ON messages (place_id, platform_message_id, thread_id)
  WHERE platform_message_id IS NOT NULL;
DROP INDEX messages_thread_id_place_id_platform_message_id_key;
DROP INDEX messages_place_id_platform_message_id_idx;

-- No entries for what is not set.
DROP INDEX messages_turn_id_idx;
CREATE INDEX messages_turn_id_idx ON messages (turn_id) WHERE turn_id IS NOT NULL;
DROP INDEX messages_reply_to_id_idx;
CREATE INDEX messages_reply_to_id_idx ON messages (reply_to_id) WHERE reply_to_id IS NOT NULL;
DROP INDEX turns_reply_id_idx;
CREATE INDEX turns_reply_id_idx ON turns (reply_id) WHERE reply_id IS NOT NULL;
DROP INDEX deliveries_platform_message_id_idx;
CREATE INDEX deliveries_platform_message_id_idx ON deliveries (platform_message_id) WHERE platform_message_id IS NOT NULL;
