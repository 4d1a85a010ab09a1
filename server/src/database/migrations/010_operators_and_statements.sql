-- What operators decide about money, what bank statements say, QRs that are paid in kip, and coupons that give a bonus.

-- Whoever decided instead of a machine, and why. `decided_by` is an actor such as operator:7.
ALTER TABLE incoming_transfer
  ADD COLUMN decided_by text,
  ADD COLUMN decided_because text,
  -- Satang that reached the wallet; another amount than `amount` where that was in kip, or an operator knew better.
  ADD COLUMN credited_amount bigint CHECK (credited_amount > 0),
  -- What the bank's statement says of it, in hundredths of the currency, and when we read that.
  ADD COLUMN statement_amount bigint CHECK (statement_amount > 0),
  ADD COLUMN statement_read_at timestamptz,
  DROP CONSTRAINT incoming_transfer_source_check,
  ADD CONSTRAINT incoming_transfer_source_check CHECK (source IN ('NOTICE', 'SLIP', 'STATEMENT', 'OPERATOR')),
  DROP CONSTRAINT incoming_transfer_status_check,
  ADD CONSTRAINT incoming_transfer_status_check CHECK (status IN ('QUEUED', 'CREDITED', 'DISMISSED')),
  ADD CONSTRAINT incoming_transfer_decided CHECK ((decided_by IS NULL) = (decided_because IS NULL)),
  ADD CONSTRAINT incoming_transfer_dismissed CHECK (status <> 'DISMISSED' OR decided_by IS NOT NULL),
  ADD CONSTRAINT incoming_transfer_statement CHECK ((statement_amount IS NULL) = (statement_read_at IS NULL));
UPDATE incoming_transfer SET credited_amount = amount WHERE status = 'CREDITED';
ALTER TABLE incoming_transfer
  ADD CONSTRAINT incoming_transfer_credited CHECK ((status = 'CREDITED') = (credited_amount IS NOT NULL));
-- A reference alone, for reports that do not name the sending bank.
CREATE INDEX incoming_transfer_reference ON incoming_transfer (trans_ref);

ALTER TABLE slip
  ADD COLUMN decided_by text,
  ADD COLUMN decided_because text,
  ADD CONSTRAINT slip_decided CHECK ((decided_by IS NULL) = (decided_because IS NULL));
ALTER TABLE gateway_payment
  ADD COLUMN decided_by text,
  ADD COLUMN decided_because text,
  ADD CONSTRAINT gateway_payment_decided CHECK ((decided_by IS NULL) = (decided_because IS NULL));
ALTER TABLE withdrawal
  ADD COLUMN decided_by text,
  ADD COLUMN decided_because text,
  ADD CONSTRAINT withdrawal_decided CHECK ((decided_by IS NULL) = (decided_because IS NULL));
ALTER TABLE transfer_leg
  ADD COLUMN decided_by text,
  ADD COLUMN decided_because text,
  ADD CONSTRAINT transfer_leg_decided CHECK ((decided_by IS NULL) = (decided_because IS NULL));

-- When an account's statement is read next, and up to which time it has been read.
CREATE TABLE statement_reading (
  deposit_account_id bigint PRIMARY KEY REFERENCES deposit_account (id),
  read_to timestamptz NOT NULL,
  due_at timestamptz NOT NULL DEFAULT now()
);

-- LAO QR: the bank's number in the network and the receiver id that it issued to us.
ALTER TABLE deposit_account
  ADD COLUMN laoqr_iin text CHECK (laoqr_iin ~ '^[0-9]{8}$'),
  ADD COLUMN laoqr_receiver_id text CHECK (laoqr_receiver_id ~ '^[0-9A-Za-z]{1,32}$'),
  -- True while the id is none that a bank issued: the QR is shown as a demonstration.
  ADD COLUMN is_demonstration boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT deposit_account_laoqr CHECK ((laoqr_iin IS NULL) = (laoqr_receiver_id IS NULL)),
  ADD CONSTRAINT deposit_account_laoqr_once UNIQUE (laoqr_iin, laoqr_receiver_id);

-- What is paid: the same satang for baht, whole kip in hundredths for kip at the rate that is frozen here.
ALTER TABLE deposit_qr
  ADD COLUMN pay_currency text NOT NULL DEFAULT 'THB' CHECK (pay_currency IN ('THB', 'LAK')),
  ADD COLUMN pay_amount bigint CHECK (pay_amount > 0),
  ADD COLUMN att_for_baht integer CHECK (att_for_baht > 0),
  -- Comes back with the transfer where the network carries it.
  ADD COLUMN reference text UNIQUE;
UPDATE deposit_qr SET pay_amount = amount;
ALTER TABLE deposit_qr
  ALTER COLUMN pay_amount SET NOT NULL,
  ADD CONSTRAINT deposit_qr_rate CHECK ((pay_currency = 'LAK') = (att_for_baht IS NOT NULL)),
  ADD CONSTRAINT deposit_qr_kip_whole CHECK (pay_currency = 'THB' OR pay_amount % 100 = 0),
  ADD CONSTRAINT deposit_qr_baht CHECK (pay_currency = 'LAK' OR pay_amount = amount);
DROP INDEX deposit_qr_amount_open;
CREATE UNIQUE INDEX deposit_qr_amount_open ON deposit_qr (deposit_account_id, pay_amount) WHERE status = 'OPEN';
DROP INDEX deposit_qr_amount;
CREATE INDEX deposit_qr_amount ON deposit_qr (deposit_account_id, pay_amount, closed_at);

-- A coupon may give a bonus.
ALTER TABLE member_bonus
  DROP CONSTRAINT member_bonus_source_check,
  ADD CONSTRAINT member_bonus_source_check CHECK (source IN ('bonus', 'promotion', 'refund', 'invite', 'coupon'));
ALTER TABLE coupon ADD COLUMN member_bonus_id bigint UNIQUE REFERENCES member_bonus (id);
