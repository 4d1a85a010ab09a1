-- Stories of statement rows (docs/decisions/187-stories.md).

-- Satang in the wallet when this row changed it; null for rows that changed nothing, and for rows from before.
ALTER TABLE statement_entry ADD COLUMN balance_after bigint CHECK (balance_after >= 0);

-- What usual times are learned from, newest first.
CREATE INDEX manual_deposit_finished ON manual_deposit (finished_at) WHERE status = 'SUCCESS';
CREATE INDEX gift_link_finished ON gift_link (finished_at) WHERE status = 'SUCCESS';
CREATE INDEX gateway_payment_decided ON gateway_payment (decided_at) WHERE decided_at IS NOT NULL;
