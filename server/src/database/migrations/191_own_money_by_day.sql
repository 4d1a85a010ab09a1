-- What every place where money lies told, day by day (docs/decisions/292-differences-by-day.md).

-- A gateway or a game tells a balance as a bank does. `place` is what calls and the ledger's flows name it by.
ALTER TABLE account_balance
  ALTER COLUMN deposit_account_id DROP NOT NULL,
  ADD COLUMN gateway text REFERENCES gateway (code),
  ADD COLUMN provider text REFERENCES game_provider (code),
  -- Of the operator who counted.
  ADD COLUMN note text CHECK (note <> ''),
  ADD COLUMN place text NOT NULL
    GENERATED ALWAYS AS (coalesce(deposit_account_id::text, 'gateway:' || gateway, 'provider:' || provider)) STORED,
  ADD CONSTRAINT account_balance_place CHECK (num_nonnulls(deposit_account_id, gateway, provider) = 1);
DROP INDEX account_balance_newest;
CREATE INDEX account_balance_newest ON account_balance (place, at DESC, id DESC);

-- What feeds have told so far, at the time of the transfer that each of them told with it.
INSERT INTO account_balance (deposit_account_id, balance, at, source, told_at)
  SELECT t.deposit_account_id, r.balance_after, t.transferred_at, 'BANK', r.received_at
  FROM feed_report r JOIN incoming_transfer t ON t.id = r.incoming_transfer_id
  WHERE r.balance_after IS NOT NULL AND t.deposit_account_id = r.deposit_account_id;

-- Where money from or to the outside came from or went to, if it is a gateway or a game: `gateway:WW`, `provider:pg`.
ALTER TABLE cash_entry
  ADD COLUMN counterpart text
    CHECK (counterpart IS NULL
      OR counterpart ~ '^(gateway|provider):[0-9A-Za-z]+$' AND kind IN ('IN', 'OUT') AND currency = 'THB');

-- Why a place told another balance than our books on a day in Bangkok. It holds for this difference alone.
CREATE TABLE explained_difference (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  place text NOT NULL,
  day date NOT NULL,
  -- Told minus booked, in hundredths of the place's currency.
  difference bigint NOT NULL CHECK (difference <> 0),
  decided_by bigint NOT NULL REFERENCES operator (id),
  decided_because text NOT NULL CHECK (decided_because <> ''),
  decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (place, day, difference)
);
CREATE INDEX explained_difference_decider ON explained_difference (decided_by);
