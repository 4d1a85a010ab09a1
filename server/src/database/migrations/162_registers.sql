-- Registers of all members' money, newest first (docs/decisions/263-registers.md). Partial where a table has other rows too: those pay nothing.

-- Without the amount: a session at a seamless game changes it at each bet, which would then write every index.
CREATE INDEX statement_entry_deposits ON statement_entry (created_at DESC, id DESC)
  WHERE statement_type = 'deposit' AND from_label <> 'ADJUSTMENT';
CREATE INDEX statement_entry_rewards ON statement_entry (created_at DESC, id DESC)
  WHERE statement_type = 'bonus' AND cause NOT LIKE 'bonus:%';
CREATE INDEX slip_not_credited ON slip (uploaded_at DESC, id DESC) WHERE status <> 'SUCCESS' AND repeat_of IS NULL;
-- Sums are read from these alone.
CREATE INDEX withdrawal_register ON withdrawal (created_at DESC, id DESC)
  INCLUDE (state, bank_code, amount, payout_batch_id, decided_by);
CREATE INDEX transfer_leg_register ON transfer_leg (created_at DESC, id DESC)
  INCLUDE (state, direction, provider, amount);
CREATE INDEX member_bonus_register ON member_bonus (created_at DESC, id DESC)
  INCLUDE (state, source, bonus, removed);

-- Without it the planner expects as many groups as rows, and adds up on one processor.
CREATE STATISTICS statement_entry_way ON (split_part(cause, ':', 1)) FROM statement_entry;

-- What one operator decided, and whose reference it is.
CREATE INDEX slip_decider ON slip (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX incoming_transfer_decider ON incoming_transfer (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX gateway_payment_decider ON gateway_payment (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX gift_link_decider ON gift_link (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX manual_deposit_decider ON manual_deposit (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX withdrawal_decider ON withdrawal (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX transfer_leg_decider ON transfer_leg (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX withdrawal_reference ON withdrawal (trans_ref) WHERE trans_ref IS NOT NULL;
