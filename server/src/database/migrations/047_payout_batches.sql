-- A file for the bank is a batch with rows (decision 170). A withdrawal in a file is EXPORTED: in no queue and in no
-- second file until the bank has answered, two operators have taken the file back, or a person has taken the row out.

DO $$
DECLARE old record;
BEGIN
  FOR old IN
    SELECT conname FROM pg_constraint WHERE conrelid = 'withdrawal'::regclass AND contype = 'c'
      AND pg_get_constraintdef(oid) ~ '''MANUAL''::text' AND pg_get_constraintdef(oid) ~ '''STUCK''::text'
  LOOP
    EXECUTE format('ALTER TABLE withdrawal DROP CONSTRAINT %I', old.conname);
  END LOOP;
END $$;
ALTER TABLE withdrawal
  ADD CONSTRAINT withdrawal_state_check CHECK (
    state IN ('COLLECTING', 'HELD', 'SENT', 'UNKNOWN', 'MANUAL', 'EXPORTED', 'STUCK', 'PAID', 'REJECTED')),
  ADD CONSTRAINT withdrawal_due CHECK (
    (due_at IS NULL) = (state IN ('MANUAL', 'EXPORTED', 'STUCK', 'PAID', 'REJECTED'))),
  ADD CONSTRAINT withdrawal_held CHECK (
    state NOT IN ('HELD', 'SENT', 'UNKNOWN', 'MANUAL', 'EXPORTED', 'STUCK', 'PAID') OR hold_id IS NOT NULL);

ALTER TABLE payout_batch
  ADD COLUMN format text NOT NULL DEFAULT 'generic' CHECK (format ~ '^[a-z0-9][a-z0-9-]*$'),
  -- Null: from before this migration, with both currencies in one file.
  ADD COLUMN currency text CHECK (currency IN ('THB', 'LAK')),
  ADD COLUMN terms jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN encoding text NOT NULL DEFAULT 'utf-8' CHECK (encoding IN ('utf-8', 'windows-874'));

-- A result file of the bank, or another file with its answers: its hash belongs to one batch.
CREATE TABLE payout_result (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payout_batch_id bigint NOT NULL REFERENCES payout_batch (id),
  sha256 text NOT NULL UNIQUE CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  file_name text NOT NULL,
  uploaded_by bigint NOT NULL REFERENCES operator (id),
  uploaded_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payout_result_batch ON payout_result (payout_batch_id);

-- EXPORTED: no final answer yet. REFUSED: back in the queue, with the bank's words. STUCK: handed to a person.
CREATE TABLE payout_batch_row (
  payout_batch_id bigint NOT NULL REFERENCES payout_batch (id),
  line integer NOT NULL CHECK (line > 0),
  withdrawal_id uuid NOT NULL REFERENCES withdrawal (id),
  reference text NOT NULL,
  state text NOT NULL CHECK (state IN ('EXPORTED', 'PAID', 'REFUSED', 'STUCK', 'TAKEN_BACK')),
  bank_words text,
  answered_at timestamptz,
  payout_result_id bigint REFERENCES payout_result (id),
  PRIMARY KEY (payout_batch_id, line),
  CHECK ((state = 'EXPORTED') = (answered_at IS NULL))
);
CREATE INDEX payout_batch_row_withdrawal ON payout_batch_row (withdrawal_id);
CREATE UNIQUE INDEX payout_batch_row_open ON payout_batch_row (withdrawal_id) WHERE state = 'EXPORTED';

UPDATE withdrawal SET state = 'EXPORTED' WHERE state = 'MANUAL' AND payout_batch_id IS NOT NULL;
INSERT INTO payout_batch_row (payout_batch_id, line, withdrawal_id, reference, state, answered_at)
  SELECT file.id, row_number() OVER (PARTITION BY file.id ORDER BY w.created_at, w.id), w.id, w.id::text, now_is.state,
    CASE WHEN now_is.state <> 'EXPORTED' THEN coalesce(file.taken_back_at, w.settled_at, now()) END
  FROM payout_batch file
  CROSS JOIN LATERAL (
    SELECT DISTINCT match[1]::uuid AS id
    FROM regexp_matches(file.content, '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'g') AS match) AS found
  JOIN withdrawal w ON w.id = found.id
  CROSS JOIN LATERAL (SELECT CASE
    WHEN w.payout_batch_id IS DISTINCT FROM file.id THEN 'TAKEN_BACK'
    WHEN w.state IN ('PAID', 'EXPORTED') THEN w.state
    WHEN w.state = 'STUCK' THEN 'STUCK' ELSE 'REFUSED' END AS state) AS now_is;

ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_exported CHECK (state <> 'EXPORTED' OR payout_batch_id IS NOT NULL);
