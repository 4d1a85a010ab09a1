-- What a connected maker said of a member's documents (decision 210).
CREATE TABLE identity_verification (
  -- Our name of the question: the maker is asked again by it.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id bigint NOT NULL UNIQUE REFERENCES identity_request (id),
  -- Set before the pictures are sent, so that nobody sends them to another maker after a crash.
  connection_id text,
  sent_at timestamptz,
  -- UNKNOWN: nobody asks any more; operators decide without the maker.
  state text NOT NULL DEFAULT 'ASKING' CHECK (state IN ('ASKING', 'CONFIRMED', 'REFUSED', 'UNKNOWN')),
  created_at timestamptz NOT NULL DEFAULT now(),
  told_at timestamptz,
  names text[] NOT NULL DEFAULT '{}',
  birth_date date,
  number_hash bytea,
  number_end text CHECK (length(number_end) <= 4),
  expires_on date,
  -- Why the maker refused, in its words.
  reason text,
  -- When it said something else about the same question; the first answer stays.
  contradicted_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT clock_timestamp(),
  claim integer NOT NULL DEFAULT 0,
  CHECK ((state = 'ASKING') = (due_at IS NOT NULL)),
  CHECK ((state IN ('CONFIRMED', 'REFUSED')) = (told_at IS NOT NULL)),
  CHECK (sent_at IS NULL OR connection_id IS NOT NULL)
);
CREATE INDEX identity_verification_due ON identity_verification (due_at) WHERE due_at IS NOT NULL;

ALTER TABLE identity_finding DROP CONSTRAINT identity_finding_kind_check;
ALTER TABLE identity_finding ADD CONSTRAINT identity_finding_kind_check
  CHECK (kind IN ('highRisk', 'sanctions', 'underAge', 'sameDocument', 'verification'));

-- Whoever has the request open reads what the maker says without a reload.
CREATE TRIGGER identity_verification_queue AFTER UPDATE ON identity_verification
  FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.contradicted_at IS DISTINCT FROM NEW.contradicted_at)
  EXECUTE FUNCTION announce_queue('identityRequests');
