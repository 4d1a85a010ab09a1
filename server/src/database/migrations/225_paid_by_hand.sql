-- The account that an operator paid from last is filled in (docs/decisions/365-payouts-by-hand-count.md).
CREATE INDEX withdrawal_paid_from ON withdrawal (decided_by, pay_currency, decided_at) WHERE cash_account_id IS NOT NULL;
