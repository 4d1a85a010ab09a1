-- Payouts of a member wait, and nothing else does (docs/decisions/264-stopped-payouts.md).
ALTER TABLE member
  ADD COLUMN payouts_stopped_at timestamptz,
  ADD COLUMN payouts_stopped_by bigint REFERENCES operator (id),
  ADD COLUMN payouts_stopped_because text,
  ADD CHECK ((payouts_stopped_at IS NULL) = (payouts_stopped_by IS NULL));
