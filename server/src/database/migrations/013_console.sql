-- The operator's console: who operates, what everyone did, who is at which item of a queue, notes and adjustments.

CREATE TABLE operator (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL UNIQUE CHECK (username ~ '^[a-z0-9][a-z0-9._-]{1,39}$'),
  name text NOT NULL CHECK (name <> ''),
  password_hash text NOT NULL,
  -- True while the password is one that somebody else has seen.
  must_change_password boolean NOT NULL DEFAULT true,
  role text NOT NULL CHECK (role IN ('support', 'cashier', 'manager', 'administrator')),
  is_active boolean NOT NULL DEFAULT true,
  -- AES-256-GCM: nonce, tag, ciphertext. The next one holds once a code of it was confirmed.
  totp_secret bytea,
  next_totp_secret bytea,
  -- The newest time step whose code was taken: no code opens two sessions.
  totp_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE operator_recovery_code (
  operator_id bigint NOT NULL REFERENCES operator (id),
  code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (operator_id, code_hash)
);

CREATE TABLE operator_session (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  operator_id bigint NOT NULL REFERENCES operator (id),
  idle_minutes integer NOT NULL CHECK (idle_minutes > 0),
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX operator_session_operator ON operator_session (operator_id);

-- Append-only: nobody who speaks through the application changes or removes a line.
CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  operator_id bigint NOT NULL REFERENCES operator (id),
  action text NOT NULL CHECK (action ~ '^[a-zA-Z]+(\.[a-zA-Z]+)+$'),
  -- kind:id
  subject text NOT NULL CHECK (subject ~ '^[a-zA-Z]+:'),
  member_id bigint REFERENCES member (id),
  before jsonb,
  after jsonb,
  reason text,
  address text NOT NULL
);
CREATE INDEX audit_entry_operator ON audit_entry (operator_id, id DESC);
CREATE INDEX audit_entry_member ON audit_entry (member_id, id DESC) WHERE member_id IS NOT NULL;
CREATE INDEX audit_entry_subject ON audit_entry (subject, id DESC);
CREATE INDEX audit_entry_at ON audit_entry (at);
REVOKE UPDATE, DELETE, TRUNCATE ON audit_entry FROM krapao_app;

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_entry_kept BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_not_truncated BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Who is at an item of a queue, so that no two work on the same one; it lapses by itself.
CREATE TABLE queue_claim (
  queue text NOT NULL CHECK (queue ~ '^[a-z]+$'),
  item text NOT NULL,
  operator_id bigint NOT NULL REFERENCES operator (id),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (queue, item)
);

CREATE TABLE member_note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  operator_id bigint NOT NULL REFERENCES operator (id),
  text text NOT NULL CHECK (text <> ''),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX member_note_member ON member_note (member_id, id DESC);

CREATE TABLE member_tag (
  member_id bigint NOT NULL REFERENCES member (id),
  tag text NOT NULL CHECK (tag <> '' AND length(tag) <= 40),
  PRIMARY KEY (member_id, tag)
);
CREATE INDEX member_tag_tag ON member_tag (tag);

-- A correction of a balance by people: applied at once up to a limit, above it by a second operator.
CREATE TABLE balance_adjustment (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  member_id bigint NOT NULL REFERENCES member (id),
  -- Satang; below zero takes from the wallet.
  amount bigint NOT NULL CHECK (amount <> 0),
  reason_code text NOT NULL CHECK (reason_code IN ('MISSING_DEPOSIT', 'GOODWILL', 'OPERATOR_ERROR', 'PROVIDER_CORRECTION', 'FRAUD', 'OTHER')),
  reason text NOT NULL CHECK (reason <> ''),
  -- The posting that it takes back, where it is a reversal.
  reverses_posting bigint,
  state text NOT NULL CHECK (state IN ('PENDING', 'APPLIED', 'REJECTED')),
  requested_by bigint NOT NULL REFERENCES operator (id),
  decided_by bigint REFERENCES operator (id),
  decided_because text,
  idempotency_key text NOT NULL,
  fingerprint bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  UNIQUE (requested_by, idempotency_key),
  CHECK ((state = 'PENDING') = (decided_at IS NULL))
);
CREATE INDEX balance_adjustment_pending ON balance_adjustment (created_at) WHERE state = 'PENDING';
CREATE INDEX balance_adjustment_member ON balance_adjustment (member_id, created_at DESC);

-- What waits for people has changed: consoles ask again.
CREATE FUNCTION announce_queue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('krapao_queue', TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER slip_queue AFTER INSERT OR UPDATE ON slip
  FOR EACH STATEMENT EXECUTE FUNCTION announce_queue('slips');
CREATE TRIGGER incoming_transfer_queue AFTER INSERT OR UPDATE ON incoming_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION announce_queue('incoming');
CREATE TRIGGER withdrawal_queue AFTER INSERT OR UPDATE ON withdrawal
  FOR EACH STATEMENT EXECUTE FUNCTION announce_queue('withdrawals');
CREATE TRIGGER balance_adjustment_queue AFTER INSERT OR UPDATE ON balance_adjustment
  FOR EACH STATEMENT EXECUTE FUNCTION announce_queue('adjustments');
CREATE TRIGGER queue_claim_queue AFTER INSERT OR UPDATE OR DELETE ON queue_claim
  FOR EACH STATEMENT EXECUTE FUNCTION announce_queue('claims');
-- Most legs and gateway payments never need anybody.
CREATE TRIGGER transfer_leg_queue AFTER UPDATE ON transfer_leg
  FOR EACH ROW WHEN (OLD.state = 'STUCK' OR NEW.state = 'STUCK') EXECUTE FUNCTION announce_queue('transfers');
CREATE TRIGGER gateway_payment_queue AFTER UPDATE ON gateway_payment
  FOR EACH ROW WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION announce_queue('gateways');
