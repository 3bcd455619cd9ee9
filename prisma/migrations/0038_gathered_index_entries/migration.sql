-- The words of new messages are gathered and added to the index together, which takes half the write-ahead log. A search reads the gathered
-- ones too, so they are few: at most 64 KB.
ALTER INDEX message_index_terms_idx SET (fastupdate = on, gin_pending_list_limit = 64);
