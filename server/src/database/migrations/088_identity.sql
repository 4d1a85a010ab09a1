-- How far it is proved who a member is (docs/decisions/205-who-members-are.md).

-- The site's key for documents and their numbers; a change of the master key seals it anew and leaves the files alone.
CREATE TABLE identity_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sealed bytea NOT NULL
);

CREATE TABLE identity_request (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  level smallint NOT NULL CHECK (level IN (2, 3)),
  document_kind text NOT NULL CHECK (document_kind IN ('idCard', 'passport', 'drivingLicence', 'funds')),
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'WAITING', 'APPROVED', 'REFUSED', 'TAKEN_BACK')),
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  finished_at timestamptz,
  -- Why it was refused, as the member reads it.
  refusal text,
  -- What an operator typed from the document. Of its number a keyed hash and the end are kept.
  names text[] NOT NULL DEFAULT '{}',
  birth_date date,
  number_hash bytea,
  number_end text CHECK (length(number_end) <= 4),
  expires_on date,
  decided_by bigint REFERENCES operator (id),
  decided_because text,
  decided_at timestamptz,
  CHECK ((level = 3) = (document_kind = 'funds')),
  CHECK ((state IN ('OPEN', 'WAITING')) = (finished_at IS NULL)),
  CHECK ((state = 'REFUSED') = (refusal IS NOT NULL)),
  CHECK (state <> 'WAITING' OR sent_at IS NOT NULL)
);
CREATE UNIQUE INDEX identity_request_open ON identity_request (member_id) WHERE state IN ('OPEN', 'WAITING');
CREATE INDEX identity_request_of_member ON identity_request (member_id, id DESC);
CREATE INDEX identity_request_number ON identity_request (number_hash) WHERE number_hash IS NOT NULL;
CREATE TRIGGER identity_request_queue AFTER UPDATE ON identity_request
  FOR EACH ROW WHEN ((OLD.state = 'WAITING' OR NEW.state = 'WAITING') AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION announce_queue('identityRequests');

-- A picture of a request, sealed in the file store under its id. The row outlives the file.
CREATE TABLE identity_document (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id bigint NOT NULL REFERENCES identity_request (id),
  part text NOT NULL CHECK (part IN ('front', 'back', 'selfie', 'funds')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- No longer part of the request; the file goes next.
  discarded_at timestamptz,
  deleted_at timestamptz,
  CHECK (deleted_at IS NULL OR discarded_at IS NOT NULL)
);
CREATE UNIQUE INDEX identity_document_part ON identity_document (request_id, part) WHERE discarded_at IS NULL;
CREATE INDEX identity_document_discarded ON identity_document (discarded_at)
  WHERE discarded_at IS NOT NULL AND deleted_at IS NULL;

-- A level that a member has reached with documents, until its day; null: for good.
CREATE TABLE identity_proof (
  member_id bigint NOT NULL REFERENCES member (id),
  level smallint NOT NULL CHECK (level IN (2, 3)),
  request_id bigint NOT NULL REFERENCES identity_request (id),
  proved_at timestamptz NOT NULL DEFAULT now(),
  lapses_on date,
  -- The member was told that it lapses soon, and that it has.
  told_at timestamptz,
  lapsed_at timestamptz,
  PRIMARY KEY (member_id, level)
);
CREATE INDEX identity_proof_lapses ON identity_proof (lapses_on) WHERE lapsed_at IS NULL;

-- Since when an operator doubts that the payout account is in the member's name; another account ends it.
ALTER TABLE member ADD COLUMN account_doubted_at timestamptz;

-- What a check of a member has found; operators decide.
CREATE TABLE identity_finding (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  kind text NOT NULL CHECK (kind IN ('highRisk', 'sanctions', 'underAge', 'sameDocument')),
  -- Names what was found among the member's findings of the kind.
  subject text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'CONFIRMED', 'DISMISSED')),
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_by bigint REFERENCES operator (id),
  decided_because text,
  decided_at timestamptz,
  CHECK ((state = 'WAITING') = (decided_at IS NULL)),
  UNIQUE (member_id, kind, subject)
);
CREATE INDEX identity_finding_waits ON identity_finding (created_at) WHERE state = 'WAITING';
CREATE TRIGGER identity_finding_entered_queue AFTER INSERT ON identity_finding
  FOR EACH ROW EXECUTE FUNCTION announce_queue('findings');
CREATE TRIGGER identity_finding_queue AFTER UPDATE ON identity_finding
  FOR EACH ROW WHEN (OLD.state = 'WAITING' AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION announce_queue('findings');
