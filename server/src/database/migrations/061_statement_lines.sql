-- Lines of statements that tell of money that left an account (docs/decisions/182-statement-lines.md). What explains them is
-- looked for when they are shown: an entry made later explains an earlier line.
CREATE TABLE statement_outgoing (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deposit_account_id bigint NOT NULL REFERENCES deposit_account (id),
  -- The same in every file that tells of the line.
  line_key text NOT NULL,
  at timestamptz NOT NULL,
  -- The file tells the day alone; `at` is its beginning.
  is_day boolean NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  reference text NOT NULL,
  description text NOT NULL,
  balance_after bigint,
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (deposit_account_id, line_key)
);
CREATE INDEX statement_outgoing_at ON statement_outgoing (deposit_account_id, at);
