-- A message is pending until a turn claims it, no longer until it is answered. So the commit of a turn does not change it, and adds no
-- entries to the indexes of messages.
UPDATE messages m SET pending = FALSE FROM turns t WHERE t.id = m.turn_id AND t.state = 'running' AND m.pending;
