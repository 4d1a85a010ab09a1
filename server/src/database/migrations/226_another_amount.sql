-- What was asked of a house that moved another amount; the operation's `amount` is what it moved
-- (docs/decisions/366-it-moved-another-amount.md).
ALTER TABLE transfer_leg
  ADD COLUMN asked_amount bigint CHECK (asked_amount > 0),
  ADD CONSTRAINT transfer_leg_asked CHECK (asked_amount IS NULL OR (asked_amount <> amount AND decided_by IS NOT NULL));
