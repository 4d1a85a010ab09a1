-- A slip that a cashier hands on to somebody with more rights, and why.
ALTER TABLE slip
  ADD COLUMN escalated_by bigint REFERENCES operator (id),
  ADD COLUMN escalated_because text,
  ADD COLUMN escalated_at timestamptz,
  ADD CONSTRAINT slip_escalated CHECK (num_nulls(escalated_by, escalated_because, escalated_at) IN (0, 3));
