-- How long deciding takes, apart from the wait before it: since when an operator has an item open, and of a slip since when
-- the operator who decided it had it open (null: nobody did, or two persons decided).
SET LOCAL lock_timeout = '10s';
ALTER TABLE queue_claim ADD COLUMN claimed_at timestamptz NOT NULL DEFAULT site.clock_timestamp();
ALTER TABLE slip ADD COLUMN opened_at timestamptz;
