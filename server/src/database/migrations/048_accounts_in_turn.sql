-- Deposit accounts in turn and at rest, and the books of the house's own bank accounts (decision 171).

ALTER TABLE deposit_account
  -- Of the accounts in turn of one kind, a member is told one.
  ADD COLUMN is_in_turn boolean NOT NULL DEFAULT false,
  -- An account of weight 3 takes three times the deposits of one of weight 1.
  ADD COLUMN weight integer NOT NULL DEFAULT 1 CHECK (weight BETWEEN 1 AND 100),
  -- What it takes on a day of the site, in hundredths of its currency, and how many transfers; then it rests.
  ADD COLUMN day_limit bigint CHECK (day_limit > 0),
  ADD COLUMN day_count integer CHECK (day_count > 0),
  -- Its hours on the site's clock; they may pass midnight.
  ADD COLUMN open_from text CHECK (open_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD COLUMN open_to text CHECK (open_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- The banks whose members it is for; empty: everybody.
  ADD COLUMN serves text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT deposit_account_hours CHECK ((open_from IS NULL) = (open_to IS NULL) AND open_from <> open_to);

-- Documents of accounts that were written before.
UPDATE content_draft SET
  value = '{"isInTurn": false, "weight": 1, "dayLimitHundredths": null, "dayCount": null, "openFrom": null, "openTo": null, "serves": []}'::jsonb || value,
  base = '{"isInTurn": false, "weight": 1, "dayLimitHundredths": null, "dayCount": null, "openFrom": null, "openTo": null, "serves": []}'::jsonb || base
WHERE kind = 'account';
UPDATE content_version SET
  value = '{"isInTurn": false, "weight": 1, "dayLimitHundredths": null, "dayCount": null, "openFrom": null, "openTo": null, "serves": []}'::jsonb || value
WHERE kind = 'account';

-- Which account in turn of a kind a member was told last: the same one for a while.
CREATE TABLE deposit_turn (
  member_id bigint NOT NULL REFERENCES member (id),
  channel text NOT NULL,
  deposit_account_id bigint NOT NULL REFERENCES deposit_account (id),
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (member_id, channel)
);
CREATE INDEX deposit_turn_account ON deposit_turn (deposit_account_id, told_at);

-- `cash`: what one of our bank accounts holds by our books, labelled with its id, in its own currency. `cash_flow`: where that
-- money came from or went to, labelled deposit, payout, fee, outside or opening.
DROP TRIGGER account_is_of_a_kind ON ledger.account;
CREATE TRIGGER account_is_of_a_kind BEFORE INSERT ON ledger.account
  FOR EACH ROW WHEN ((
    CASE NEW.mode
      WHEN 'strict' THEN NEW.kind IN ('wallet', 'in_transfer') AND NEW.member_id IS NOT NULL AND NEW.floor IS NOT NULL
      WHEN 'derived' THEN NEW.kind IN ('bank', 'gateway', 'gift', 'provider', 'payout', 'bonus', 'coupon', 'refund', 'invite', 'wheel',
        'adjustment', 'cash', 'cash_flow') AND NEW.member_id IS NULL AND NEW.floor IS NULL
    END AND NEW.posted = 0 AND NEW.held = 0 AND NEW.version = 0) IS NOT TRUE)
  EXECUTE FUNCTION ledger.refuse();

-- The posting in the account's book; null for what was settled before there were books, and for what an opening balance covers.
ALTER TABLE incoming_transfer ADD COLUMN cash_posting_id bigint UNIQUE;
ALTER TABLE withdrawal
  -- The account that paid, where it is known.
  ADD COLUMN cash_account_id bigint REFERENCES deposit_account (id),
  ADD COLUMN cash_posting_id bigint UNIQUE,
  ADD CONSTRAINT withdrawal_cash CHECK (cash_posting_id IS NULL OR cash_account_id IS NOT NULL);
CREATE INDEX withdrawal_cash_account ON withdrawal (cash_account_id, settled_at) WHERE cash_posting_id IS NOT NULL;

-- What an operator enters into the books: transfers between own accounts, fees, money from and to the outside, and the balance that
-- an account's book begins with. Never changed: a mistake is reversed.
CREATE TABLE cash_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('OPENING', 'TRANSFER', 'FEE', 'IN', 'OUT')),
  from_account_id bigint REFERENCES deposit_account (id),
  to_account_id bigint REFERENCES deposit_account (id),
  currency text NOT NULL CHECK (currency IN ('THB', 'LAK')),
  -- In hundredths. An opening's is what it moves the book by, which may be nothing; `told` is the balance that the operator read.
  amount bigint NOT NULL CHECK (amount >= 0),
  told bigint,
  fee bigint NOT NULL DEFAULT 0 CHECK (fee >= 0),
  reference text NOT NULL DEFAULT '',
  reason text NOT NULL CHECK (reason <> ''),
  -- When the bank moved it.
  moved_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'APPLIED', 'REJECTED')),
  requested_by bigint NOT NULL REFERENCES operator (id),
  decided_by bigint REFERENCES operator (id),
  decided_because text,
  decided_at timestamptz,
  reversed_by bigint REFERENCES operator (id),
  reversed_because text,
  reversed_at timestamptz,
  -- The arrival that a bank reported.
  incoming_transfer_id bigint UNIQUE REFERENCES incoming_transfer (id),
  idempotency_key text,
  fingerprint bytea,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (from_account_id IS DISTINCT FROM to_account_id),
  CHECK ((kind = 'OPENING') = (told IS NOT NULL)),
  CHECK (kind <> 'TRANSFER' OR from_account_id IS NOT NULL AND to_account_id IS NOT NULL AND amount > 0),
  CHECK (kind <> 'FEE' OR from_account_id IS NOT NULL AND to_account_id IS NULL AND amount = 0 AND fee > 0),
  CHECK (kind <> 'IN' OR from_account_id IS NULL AND amount > 0),
  CHECK (kind <> 'OUT' OR to_account_id IS NULL AND amount > 0),
  CHECK (kind <> 'OPENING' OR fee = 0 AND (from_account_id IS NULL) <> (to_account_id IS NULL)),
  CHECK ((reversed_at IS NULL) = (reversed_by IS NULL) AND (reversed_at IS NULL) = (reversed_because IS NULL)),
  CHECK (reversed_at IS NULL OR state = 'APPLIED'),
  CHECK ((state = 'PENDING') = (decided_at IS NULL)),
  CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL))
);
CREATE UNIQUE INDEX cash_entry_key ON cash_entry (requested_by, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX cash_entry_from ON cash_entry (from_account_id, moved_at) WHERE from_account_id IS NOT NULL;
CREATE INDEX cash_entry_to ON cash_entry (to_account_id, moved_at) WHERE to_account_id IS NOT NULL;
CREATE UNIQUE INDEX cash_entry_opening ON cash_entry (coalesce(to_account_id, from_account_id))
  WHERE kind = 'OPENING' AND state = 'APPLIED' AND reversed_at IS NULL;

-- What a bank said that an account holds, in hundredths.
CREATE TABLE account_balance (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deposit_account_id bigint NOT NULL REFERENCES deposit_account (id),
  balance bigint NOT NULL,
  at timestamptz NOT NULL,
  source text NOT NULL CHECK (source IN ('FILE', 'BANK', 'OPERATOR')),
  told_by bigint REFERENCES operator (id),
  told_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX account_balance_newest ON account_balance (deposit_account_id, at DESC, id DESC);
