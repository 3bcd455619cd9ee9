-- Whether another worker wanted the lease while it was held. The holder looks at it when releasing the lease.
ALTER TABLE leases ADD COLUMN is_wanted BOOLEAN NOT NULL DEFAULT FALSE;
