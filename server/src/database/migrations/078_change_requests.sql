-- Members ask for another phone number or payout account (decision 195); two operators decide.
CREATE TABLE change_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('phone', 'bankAccount')),
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'APPROVED', 'REFUSED', 'TAKEN_BACK')),
  -- A new number is the holder's by a code; so may be the old one.
  phone_number text,
  has_old_number boolean NOT NULL DEFAULT false,
  bank_code text REFERENCES bank (code),
  bank_account_no text,
  bank_account_name text,
  currency text,
  -- The name that the bank told for the account; null: it could not.
  told_name text,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  -- Why it was refused, as the member reads it.
  refusal text,
  decided_by bigint REFERENCES operator (id),
  decided_because text,
  decided_at timestamptz,
  CHECK ((state = 'WAITING') = (finished_at IS NULL)),
  CHECK ((state = 'REFUSED') = (refusal IS NOT NULL)),
  CHECK (CASE kind WHEN 'phone' THEN phone_number IS NOT NULL AND bank_code IS NULL
    ELSE phone_number IS NULL AND num_nulls(bank_code, bank_account_no, bank_account_name, currency) = 0 END)
);
CREATE UNIQUE INDEX change_request_open ON change_request (member_id, kind) WHERE state = 'WAITING';
CREATE INDEX change_request_of_member ON change_request (member_id, id DESC);
CREATE TRIGGER change_request_entered_queue AFTER INSERT ON change_request
  FOR EACH ROW EXECUTE FUNCTION announce_queue('changeRequests');
CREATE TRIGGER change_request_queue AFTER UPDATE ON change_request
  FOR EACH ROW WHEN (OLD.state = 'WAITING' AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION announce_queue('changeRequests');

-- A request for a second operator may be about a change request.
ALTER TABLE approval DROP CONSTRAINT approval_kind_check,
  ADD CONSTRAINT approval_kind_check CHECK (kind ~ '^[a-zA-Z]+\.[a-zA-Z]+$');
