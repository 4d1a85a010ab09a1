-- Deposits: the operator's accounts, payment QRs, transfers that came in, slips, gift links, manual notices.

CREATE TABLE deposit_account (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A code of the bank list; for a mobile wallet and a gateway, its own.
  bank_code text NOT NULL CHECK (bank_code ~ '^[A-Z0-9]+$'),
  bank_type text NOT NULL CHECK (bank_type IN ('BANK', 'WALLET', 'WW', 'E2P')),
  mode text NOT NULL CHECK (mode IN ('AUTO', 'QR', 'SLIP', 'gift')),
  account_name text NOT NULL CHECK (account_name <> ''),
  account_no text NOT NULL CHECK (account_no ~ '^[0-9]*$'),
  -- Mobile number (10 digits), national or tax id (13) or e-wallet (15); needed to make PromptPay QRs.
  promptpay_id text UNIQUE CHECK (promptpay_id ~ '^([0-9]{10}|[0-9]{13}|[0-9]{15})$'),
  currency text NOT NULL CHECK (currency IN ('BAHT', 'LAK')),
  position integer NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  UNIQUE (bank_code, account_no, currency),
  CHECK (bank_type IN ('WW', 'E2P') OR account_no <> '')
);

-- A payment QR of one member for one exact amount, used once.
CREATE TABLE deposit_qr (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  deposit_account_id bigint NOT NULL REFERENCES deposit_account (id),
  bank_code text NOT NULL,
  requested bigint NOT NULL CHECK (requested > 0),
  -- Satang to pay: what was asked for and at most 99 satang, so that the transfer tells whose it is.
  amount bigint NOT NULL CHECK (amount BETWEEN requested AND requested + 99),
  payload text NOT NULL,
  status text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'PAID', 'EXPIRED', 'CANCELLED')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  idempotency_key text,
  fingerprint bytea,
  CHECK ((status = 'OPEN') = (closed_at IS NULL)),
  CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL))
);
CREATE UNIQUE INDEX deposit_qr_key ON deposit_qr (member_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX deposit_qr_one_open ON deposit_qr (member_id, bank_code) WHERE status = 'OPEN';
CREATE UNIQUE INDEX deposit_qr_amount_open ON deposit_qr (deposit_account_id, amount) WHERE status = 'OPEN';
CREATE INDEX deposit_qr_newest ON deposit_qr (member_id, bank_code, id DESC);
CREATE INDEX deposit_qr_amount ON deposit_qr (deposit_account_id, amount, closed_at);
CREATE INDEX deposit_qr_due ON deposit_qr (expires_at) WHERE status = 'OPEN';

-- Money that came in, once however often it is reported. QUEUED waits for an operator, or for the slip that claims it.
CREATE TABLE incoming_transfer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sending_bank text NOT NULL CHECK (sending_bank ~ '^[0-9]{3}$'),
  trans_ref text NOT NULL CHECK (trans_ref <> ''),
  source text NOT NULL CHECK (source IN ('NOTICE', 'SLIP')),
  -- In hundredths of the currency; only baht is credited without an operator.
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency IN ('THB', 'LAK')),
  deposit_account_id bigint REFERENCES deposit_account (id),
  receiver jsonb NOT NULL,
  sender jsonb NOT NULL,
  transferred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  status text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'CREDITED')),
  -- Why no machine credited it.
  note text,
  member_id bigint REFERENCES member (id),
  cause text UNIQUE,
  credited_at timestamptz,
  UNIQUE (sending_bank, trans_ref),
  CHECK ((status = 'CREDITED') = (member_id IS NOT NULL AND cause IS NOT NULL AND credited_at IS NOT NULL))
);
CREATE INDEX incoming_transfer_member ON incoming_transfer (member_id, id) WHERE member_id IS NOT NULL;
CREATE INDEX incoming_transfer_queued ON incoming_transfer (amount, transferred_at) WHERE status = 'QUEUED';

-- An uploaded slip. What is left to do with it: DECODE its picture, LOOKUP at the bank, or an OPERATOR's decision.
CREATE TABLE slip (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  reference text NOT NULL UNIQUE,
  file_key text NOT NULL UNIQUE,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SUCCESS', 'FAILED')),
  step text NOT NULL DEFAULT 'DECODE' CHECK (step IN ('DECODE', 'LOOKUP', 'OPERATOR', 'DONE')),
  note text,
  -- Why it waits for an operator.
  operator_note text,
  payload text,
  sending_bank text,
  trans_ref text,
  amount bigint CHECK (amount > 0),
  incoming_transfer_id bigint REFERENCES incoming_transfer (id),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CHECK ((status = 'PENDING') = (step <> 'DONE')),
  CHECK ((status = 'FAILED') = (note IS NOT NULL)),
  CHECK (status <> 'SUCCESS' OR (amount IS NOT NULL AND incoming_transfer_id IS NOT NULL)),
  CHECK ((due_at IS NOT NULL) = (step IN ('DECODE', 'LOOKUP')))
);
CREATE INDEX slip_page ON slip (member_id, uploaded_at DESC, id DESC);
CREATE INDEX slip_due ON slip (step, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX slip_transfer ON slip (trans_ref, sending_bank) WHERE trans_ref IS NOT NULL;
CREATE UNIQUE INDEX slip_credited_once ON slip (incoming_transfer_id) WHERE status = 'SUCCESS';

-- A mobile-wallet gift link. A refused one may be sent again, an open or redeemed one may not.
CREATE TABLE gift_link (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  -- Our id at the redeemer; the same for every repeat.
  redemption_id uuid NOT NULL DEFAULT gen_random_uuid(),
  hash text NOT NULL,
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SUCCESS', 'FAILED')),
  reason text,
  amount bigint CHECK (amount > 0),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  idempotency_key text,
  fingerprint bytea,
  CHECK (status <> 'SUCCESS' OR amount IS NOT NULL),
  CHECK (status = 'PENDING' OR due_at IS NULL),
  CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL))
);
CREATE UNIQUE INDEX gift_link_once ON gift_link (hash) WHERE status <> 'FAILED';
CREATE UNIQUE INDEX gift_link_key ON gift_link (member_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX gift_link_due ON gift_link (due_at) WHERE due_at IS NOT NULL;

-- "I have transferred": completed by the next transfer that fits, or by an operator.
CREATE TABLE manual_deposit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  amount bigint NOT NULL CHECK (amount > 0),
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SUCCESS', 'FAILED')),
  incoming_transfer_id bigint UNIQUE REFERENCES incoming_transfer (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  idempotency_key text,
  fingerprint bytea,
  CHECK (status <> 'SUCCESS' OR incoming_transfer_id IS NOT NULL),
  CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL))
);
CREATE UNIQUE INDEX manual_deposit_key ON manual_deposit (member_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX manual_deposit_open ON manual_deposit (member_id, amount) WHERE status = 'PENDING';
CREATE INDEX manual_deposit_amount ON manual_deposit (amount) WHERE status = 'PENDING';
