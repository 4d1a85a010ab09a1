-- Members' money apart from the house's (docs/decisions/286-client-money.md).

-- Since when the account is set aside for members' money; null: it holds the house's own.
ALTER TABLE deposit_account ADD COLUMN client_money_since timestamptz;

-- What had to be there for members at the end of a day in Bangkok, and what was. Satang.
CREATE TABLE client_money_evening (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day date NOT NULL UNIQUE,
  -- In wallets, holds included, and in transfer.
  owed bigint NOT NULL,
  in_games bigint NOT NULL CHECK (in_games >= 0),
  -- On the accounts of members' money: by the books, and by each account's last counted balance.
  books bigint NOT NULL,
  counted bigint NOT NULL,
  -- What kip was worth: att for a baht.
  att_for_baht bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('COVERED', 'SHORT', 'OVERDUE', 'EXPLAINED')),
  made_at timestamptz NOT NULL DEFAULT now(),
  decided_by bigint REFERENCES operator (id),
  decided_because text,
  decided_at timestamptz,
  CHECK ((state = 'EXPLAINED') = (decided_by IS NOT NULL)),
  CHECK ((decided_by IS NOT NULL) = (decided_at IS NOT NULL))
);
CREATE INDEX client_money_evening_waits ON client_money_evening (made_at) WHERE state IN ('SHORT', 'OVERDUE');
CREATE INDEX client_money_evening_decider ON client_money_evening (decided_by) WHERE decided_by IS NOT NULL;
CREATE TRIGGER client_money_evening_entered_queue AFTER INSERT ON client_money_evening
  FOR EACH ROW WHEN (NEW.state IN ('SHORT', 'OVERDUE')) EXECUTE FUNCTION announce_queue('clientMoney');
CREATE TRIGGER client_money_evening_queue AFTER UPDATE ON client_money_evening
  FOR EACH ROW WHEN (OLD.state IN ('SHORT', 'OVERDUE') AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION announce_queue('clientMoney');
