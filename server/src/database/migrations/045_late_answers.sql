-- Answers that come late, and calls that are still asking (docs/decisions/167-late-redemptions.md,
-- docs/decisions/168-a-turn-for-calls-that-ask.md).

-- Money of a gift link that had been refused. Its hash may be in use again, so such a row does not reserve it.
ALTER TABLE gift_link ADD COLUMN revived_at timestamptz;
DROP INDEX gift_link_once;
CREATE UNIQUE INDEX gift_link_once ON gift_link (hash) WHERE status <> 'FAILED' AND revived_at IS NULL;
CREATE INDEX gift_link_hash ON gift_link (hash);

DROP TRIGGER gift_link_queue ON gift_link;
CREATE TRIGGER gift_link_queue AFTER UPDATE ON gift_link
  FOR EACH ROW WHEN ('PENDING' IN (OLD.status, NEW.status) AND NEW.due_at IS NULL)
  EXECUTE FUNCTION announce_queue('gifts');

-- How often the bank did not know the slip; `attempts` counts every look-up.
ALTER TABLE slip ADD COLUMN not_found integer NOT NULL DEFAULT 0;

-- A slip replaces seen money of the same reference in the wallet.
DROP TRIGGER slip_told ON slip;
CREATE TRIGGER slip_told AFTER INSERT OR UPDATE OF status, trans_ref, sending_bank, amount ON slip
  FOR EACH ROW EXECUTE FUNCTION announce_member_check();

-- `asking`: a call with the key asks a provider before it makes anything. `at` is when its turn ends, `ref` the turn.
ALTER TABLE request_outcome
  DROP CONSTRAINT request_outcome_state_check,
  DROP CONSTRAINT request_outcome_check,
  ADD CONSTRAINT request_outcome_state_check CHECK (state IN ('done', 'refused', 'asking')),
  ADD CONSTRAINT request_outcome_check CHECK ((state = 'refused') = (fingerprint IS NULL));
