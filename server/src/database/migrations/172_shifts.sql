-- Shifts of operators (docs/decisions/273-shifts.md). What somebody decided in a shift is in the audit log, and nowhere else.

CREATE TABLE operator_shift (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator (id),
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  closed_at timestamptz CHECK (closed_at >= opened_at),
  -- The operator, or who closed a forgotten shift, and then why.
  closed_by bigint REFERENCES operator (id),
  closed_because text CHECK (closed_because <> ''),
  -- For whoever comes next.
  note text CHECK (note <> ''),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
  CHECK ((closed_because IS NOT NULL) = (closed_by <> operator_id) OR closed_by IS NULL AND closed_because IS NULL)
);
CREATE UNIQUE INDEX operator_shift_open ON operator_shift (operator_id) WHERE closed_at IS NULL;
CREATE INDEX operator_shift_operator ON operator_shift (operator_id, id DESC);
CREATE INDEX operator_shift_opened ON operator_shift (opened_at);

-- What the operator counted in an account, and what our books held at that moment; hundredths of its currency. No books: null.
CREATE TABLE shift_count (
  shift_id bigint NOT NULL REFERENCES operator_shift (id),
  deposit_account_id bigint NOT NULL REFERENCES deposit_account (id),
  moment text NOT NULL CHECK (moment IN ('OPEN', 'CLOSE')),
  counted bigint NOT NULL,
  booked bigint,
  PRIMARY KEY (shift_id, deposit_account_id, moment)
);

-- What one operator did in a time.
CREATE INDEX audit_entry_operator_at ON audit_entry (operator_id, at);
