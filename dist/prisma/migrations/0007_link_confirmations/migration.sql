-- Records which users a link code was created and entered for, and which side confirmed first. A code ends when one of its accounts moves
-- to another user, and the final confirmation always comes from the other side, even if owner rights change in between.

ALTER TABLE link_codes
  -- The user of the account that created the code, at that time. After the link, the user of both accounts.
  ADD COLUMN user_id INTEGER,
  -- The user of the account that entered the code, at that time. Null if it had none.
  ADD COLUMN entered_user_id INTEGER,
  ADD COLUMN confirmed_by TEXT CHECK (confirmed_by IN ('requester', 'claimant'));

-- Requests that wait for a confirmation end. They do not say who confirmed.
UPDATE link_codes SET state = 'declined' WHERE state IN ('entered', 'confirmed');
UPDATE link_codes l SET user_id = a.user_id FROM accounts a WHERE a.id = l.account_id;

ALTER TABLE link_codes
  ALTER COLUMN user_id SET NOT NULL,
  ADD CONSTRAINT link_codes_confirmed_check CHECK (state <> 'confirmed' OR confirmed_by IS NOT NULL);
