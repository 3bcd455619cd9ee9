-- Characters of Japanese and Chinese are words of their own now: everything is indexed again, as far as it was.
DELETE FROM message_index;
