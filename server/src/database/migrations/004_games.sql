-- Game providers and accounts, transfers between wallet and games, withdrawals. Money itself is in the ledger alone.

CREATE TABLE game_provider (
  code text PRIMARY KEY CHECK (code ~ '^[a-z][a-z0-9]*$'),
  name text NOT NULL CHECK (name <> ''),
  category text NOT NULL CHECK (category IN ('slot', 'sport', 'casino', 'lotto')),
  position integer NOT NULL,
  -- The provider's credits for one baht.
  ft_wallet_slot integer NOT NULL CHECK (ft_wallet_slot > 0),
  form_login boolean NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  web text,
  android text,
  ios text
);

CREATE TABLE game_account (
  member_id bigint NOT NULL REFERENCES member (id),
  provider text NOT NULL REFERENCES game_provider (code),
  username text NOT NULL UNIQUE,
  -- False until the provider has confirmed the player.
  is_open boolean NOT NULL DEFAULT false,
  -- AES-256-GCM: nonce, tag, ciphertext.
  password bytea NOT NULL,
  -- A new password that the provider may or may not have taken yet.
  next_password bytea,
  -- Last known, in satang, moved along with each confirmed transfer.
  amount bigint NOT NULL DEFAULT 0 CHECK (amount >= 0),
  -- When the provider last told the amount.
  told_at timestamptz,
  is_stale boolean NOT NULL DEFAULT false,
  -- Counts the confirmed transfers, so that an answer asked for before one does not overwrite it.
  revision integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, provider)
);

-- What the member asked for. `move` has an amount of its own; `collect` brings what games hold.
CREATE TABLE transfer (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  member_id bigint NOT NULL REFERENCES member (id),
  kind text NOT NULL CHECK (kind IN ('move', 'collect')),
  from_code text NOT NULL,
  to_code text NOT NULL,
  -- Asked for.
  amount bigint NOT NULL CHECK (amount > 0),
  -- What has reached the destination.
  moved bigint NOT NULL DEFAULT 0 CHECK (moved >= 0),
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SUCCESS', 'FAILED')),
  failure text CHECK (failure IN ('MONEY_NOT_ENOUGH', 'TRANSFER_FAIL')),
  idempotency_key text,
  fingerprint bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CHECK ((status = 'FAILED') = (failure IS NOT NULL)),
  CHECK ((status = 'PENDING') = (settled_at IS NULL)),
  CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL))
);
CREATE UNIQUE INDEX transfer_key ON transfer (member_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX transfer_member ON transfer (member_id, created_at DESC);

-- One operation at one provider; its id is our reference there, for ever. INTENT: not sent under this claim.
-- SENT: perhaps sent. UNKNOWN: sent, the end is not known. STUCK: nobody but an operator can decide.
CREATE TABLE transfer_leg (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  transfer_id uuid NOT NULL REFERENCES transfer (id),
  member_id bigint NOT NULL REFERENCES member (id),
  provider text NOT NULL REFERENCES game_provider (code),
  username text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  amount bigint NOT NULL CHECK (amount > 0),
  -- The game account's last known amount when the leg was made: what it holds again if the leg never happened.
  amount_before bigint NOT NULL,
  state text NOT NULL DEFAULT 'INTENT' CHECK (state IN ('INTENT', 'SENT', 'UNKNOWN', 'CONFIRMED', 'REJECTED', 'STUCK')),
  reason text,
  sends integer NOT NULL DEFAULT 0,
  asks integer NOT NULL DEFAULT 0,
  -- How often in a row, since it was last sent, the provider said that it does not know it.
  not_found integer NOT NULL DEFAULT 0,
  -- Counts the claims: who was overtaken by another claim may not write its outcome.
  claim integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  due_at timestamptz DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((due_at IS NULL) = (state IN ('CONFIRMED', 'REJECTED', 'STUCK')))
);
CREATE INDEX transfer_leg_transfer ON transfer_leg (transfer_id);
CREATE INDEX transfer_leg_due ON transfer_leg (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX transfer_leg_stuck ON transfer_leg (created_at) WHERE state = 'STUCK';

-- COLLECTING: waits for the transfer that brings game balances. HELD: set aside, to be paid. MANUAL: an operator pays.
CREATE TABLE withdrawal (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  member_id bigint NOT NULL REFERENCES member (id),
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('COLLECTING', 'HELD', 'SENT', 'UNKNOWN', 'MANUAL', 'STUCK', 'PAID', 'REJECTED')),
  transfer_id uuid REFERENCES transfer (id),
  -- The ledger's posting that set the money aside.
  hold_id bigint,
  -- The account that it goes to, as it was when the member asked.
  bank_code text NOT NULL,
  bank_account_no text NOT NULL,
  bank_account_name text NOT NULL,
  currency text NOT NULL,
  -- The account that it is paid from, frozen with the first sending.
  from_bank_code text,
  from_account_no text,
  trans_ref text,
  reason text,
  sends integer NOT NULL DEFAULT 0,
  asks integer NOT NULL DEFAULT 0,
  claim integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT now(),
  idempotency_key text,
  fingerprint bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  CHECK ((state IN ('PAID', 'REJECTED')) = (settled_at IS NOT NULL)),
  CHECK ((due_at IS NULL) = (state IN ('MANUAL', 'STUCK', 'PAID', 'REJECTED'))),
  CHECK (state NOT IN ('HELD', 'SENT', 'UNKNOWN', 'MANUAL', 'STUCK', 'PAID') OR hold_id IS NOT NULL),
  CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL))
);
CREATE UNIQUE INDEX withdrawal_key ON withdrawal (member_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX withdrawal_member ON withdrawal (member_id, created_at DESC);
CREATE INDEX withdrawal_due ON withdrawal (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX withdrawal_queue ON withdrawal (created_at) WHERE state IN ('MANUAL', 'STUCK');
