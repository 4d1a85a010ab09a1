-- Money that arrived in an own account and is nobody's yet (docs/decisions/371-nobodys-money-and-closed-days.md). Rows of today that
-- wait are booked by job `waiting-arrivals`, as those that a node of the old version stores beside the new ones.
ALTER TABLE incoming_transfer
  -- Its arrival while it stands in suspense: `cash` against `suspense:<own account>`.
  ADD COLUMN suspense_posting_id bigint,
  -- How often its arrival was taken back out of the books.
  ADD COLUMN taken_back integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT incoming_transfer_suspense CHECK (suspense_posting_id IS NULL
    OR deposit_account_id IS NOT NULL AND (suspense_posting_id = cash_posting_id) IS TRUE);
CREATE INDEX incoming_transfer_suspense ON incoming_transfer (deposit_account_id) WHERE suspense_posting_id IS NOT NULL;
