-- Deposits through a payment gateway: one order each, under our id.

CREATE TABLE gateway_payment (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  member_id bigint NOT NULL REFERENCES member (id),
  gateway text NOT NULL CHECK (gateway IN ('WW', 'E2P')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- CREATING: the gateway may have it or not. FAILED: it refused.
  status text NOT NULL DEFAULT 'CREATING' CHECK (status IN ('CREATING', 'OPEN', 'PAID', 'EXPIRED', 'CANCELLED', 'FAILED')),
  -- The gateway's own id, and what it wants the member to scan.
  payment_id text,
  payload text,
  -- What was really paid, and when by the gateway's clock. Paid but not PAID: too late, an operator decides.
  paid_amount bigint CHECK (paid_amount > 0),
  paid_at timestamptz,
  note text,
  asks integer NOT NULL DEFAULT 0,
  -- When the gateway is asked next; null when its last word is known.
  due_at timestamptz DEFAULT now() + interval '30 seconds',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  idempotency_key text,
  fingerprint bytea,
  CHECK ((status IN ('CREATING', 'OPEN')) = (closed_at IS NULL)),
  CHECK (status <> 'OPEN' OR (payment_id IS NOT NULL AND payload IS NOT NULL)),
  CHECK ((paid_amount IS NULL) = (paid_at IS NULL)),
  CHECK (status <> 'PAID' OR paid_at IS NOT NULL),
  CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL))
);
CREATE UNIQUE INDEX gateway_payment_key ON gateway_payment (member_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX gateway_payment_one_open ON gateway_payment (member_id, gateway) WHERE status IN ('CREATING', 'OPEN');
CREATE INDEX gateway_payment_newest ON gateway_payment (member_id, gateway, seq DESC);
CREATE INDEX gateway_payment_due ON gateway_payment (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX gateway_payment_open ON gateway_payment (expires_at) WHERE status IN ('CREATING', 'OPEN');
CREATE INDEX gateway_payment_queue ON gateway_payment (paid_at) WHERE paid_at IS NOT NULL AND status <> 'PAID';
