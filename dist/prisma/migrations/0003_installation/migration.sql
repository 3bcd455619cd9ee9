-- A random id of this database. Message ids start at 1 in every database, so they do not identify a message across databases.

CREATE TABLE installation (
  is_only BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (is_only),
  id      TEXT NOT NULL
);
