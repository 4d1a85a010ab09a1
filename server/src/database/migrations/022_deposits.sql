-- Whose a deposit is: QRs that share an amount, and slips that are sent again.

-- The digits of the owner's account that every bank shows when the QR was made: members who differ there may wait for one
-- amount.
ALTER TABLE deposit_qr ADD COLUMN sender_digits text;
UPDATE deposit_qr q SET sender_digits = right(left(m.bank_account_no, -1), 3) FROM member m WHERE m.id = q.member_id;
ALTER TABLE deposit_qr ALTER COLUMN sender_digits SET NOT NULL;
DROP INDEX deposit_qr_amount_open;
CREATE UNIQUE INDEX deposit_qr_amount_open ON deposit_qr (deposit_account_id, pay_amount, sender_digits)
  WHERE status = 'OPEN';

-- Members by what a bank shows of their account.
CREATE INDEX member_sender_digits ON member (bank_code, right(left(bank_account_no, -1), 3));

ALTER TABLE slip
  ADD COLUMN idempotency_key text,
  ADD COLUMN fingerprint bytea,
  ADD CONSTRAINT slip_key_whole CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL)),
  -- The member's earlier slip of the same transfer: this one ends as that one does.
  ADD COLUMN repeat_of bigint REFERENCES slip (id),
  DROP CONSTRAINT slip_step_check,
  ADD CONSTRAINT slip_step_check CHECK (step IN ('DECODE', 'LOOKUP', 'OPERATOR', 'REPEAT', 'DONE')),
  ADD CONSTRAINT slip_repeat CHECK (step <> 'REPEAT' OR repeat_of IS NOT NULL);
CREATE UNIQUE INDEX slip_key ON slip (member_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX slip_repeats ON slip (repeat_of) WHERE repeat_of IS NOT NULL;
DROP INDEX slip_credited_once;
CREATE UNIQUE INDEX slip_credited_once ON slip (incoming_transfer_id) WHERE status = 'SUCCESS' AND repeat_of IS NULL;
