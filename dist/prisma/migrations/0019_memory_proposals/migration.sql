-- Changes of the memory that the bot proposes. Nothing changes until the user accepts one.

ALTER TABLE memory_items
  -- When the active items are next reviewed because of this one. Null if it was seen by a review.
  ADD COLUMN review_at TIMESTAMPTZ(3);
UPDATE memory_items SET review_at = created_at + INTERVAL '7 days' WHERE status = 'active';
CREATE INDEX memory_items_review_at_idx ON memory_items (review_at) WHERE review_at IS NOT NULL AND status = 'active';

CREATE TABLE memory_proposals (
  id         SERIAL PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- That of its items, which is also that of the new item.
  audience   TEXT NOT NULL,
  kind       TEXT NOT NULL CHECK (kind IN ('merge', 'archive')),
  -- In ascending order. The same items are proposed only once.
  item_ids   INTEGER[] NOT NULL,
  -- What a merge would remember instead. Like the reason, it is empty once the proposal is no longer open.
  text       TEXT NOT NULL,
  reason     TEXT NOT NULL,
  state      TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'expired')),
  -- The item that an accepted merge has made.
  result_id  INTEGER REFERENCES memory_items (id) ON DELETE SET NULL,
  created_at TIMESTAMPTZ(3) NOT NULL,
  decided_at TIMESTAMPTZ(3),
  CHECK (kind = 'archive' AND cardinality(item_ids) = 1 OR kind = 'merge' AND cardinality(item_ids) >= 2)
);
CREATE INDEX memory_proposals_user_id_state_idx ON memory_proposals (user_id, state);
CREATE INDEX memory_proposals_result_id_idx ON memory_proposals (result_id);
