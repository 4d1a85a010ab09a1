-- A withdrawal that has ended waits in the queue again when the bank says the opposite: a person compares both.

ALTER TABLE withdrawal
  ADD COLUMN contradicted_at timestamptz,
  ADD COLUMN contradiction text CHECK (length(contradiction) BETWEEN 1 AND 200),
  ADD CONSTRAINT withdrawal_contradicted CHECK (
    (contradicted_at IS NULL) = (contradiction IS NULL)
    AND (contradicted_at IS NULL OR state IN ('PAID', 'REJECTED')));

CREATE INDEX withdrawal_contradicted ON withdrawal (contradicted_at) WHERE contradicted_at IS NOT NULL;
CREATE TRIGGER withdrawal_contradicted AFTER UPDATE ON withdrawal
  FOR EACH ROW WHEN (OLD.contradicted_at IS DISTINCT FROM NEW.contradicted_at)
  EXECUTE FUNCTION announce_queue('withdrawals');
