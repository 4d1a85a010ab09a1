-- News of queues: a console asks again for the one queue that an item entered or left, and for nothing where nothing changed.

-- When an operator decided, beside who did and why.
ALTER TABLE slip ADD COLUMN decided_at timestamptz;
ALTER TABLE incoming_transfer ADD COLUMN decided_at timestamptz;
ALTER TABLE gateway_payment ADD COLUMN decided_at timestamptz;
ALTER TABLE gift_link ADD COLUMN decided_at timestamptz;
ALTER TABLE manual_deposit ADD COLUMN decided_at timestamptz;
ALTER TABLE withdrawal ADD COLUMN decided_at timestamptz;
ALTER TABLE transfer_leg ADD COLUMN decided_at timestamptz;
UPDATE slip SET decided_at = finished_at WHERE decided_by IS NOT NULL;
UPDATE incoming_transfer SET decided_at = credited_at WHERE decided_by IS NOT NULL;
UPDATE gift_link SET decided_at = finished_at WHERE decided_by IS NOT NULL;
UPDATE manual_deposit SET decided_at = finished_at WHERE decided_by IS NOT NULL;
UPDATE withdrawal SET decided_at = settled_at WHERE decided_by IS NOT NULL;

DROP TRIGGER slip_queue ON slip;
CREATE TRIGGER slip_entered_queue AFTER INSERT ON slip
  FOR EACH ROW WHEN (NEW.step = 'OPERATOR') EXECUTE FUNCTION announce_queue('slips');
CREATE TRIGGER slip_queue AFTER UPDATE ON slip
  FOR EACH ROW WHEN ((OLD.step = 'OPERATOR' OR NEW.step = 'OPERATOR') AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION announce_queue('slips');

DROP TRIGGER incoming_transfer_queue ON incoming_transfer;
CREATE TRIGGER incoming_transfer_entered_queue AFTER INSERT ON incoming_transfer
  FOR EACH ROW WHEN (NEW.status = 'QUEUED') EXECUTE FUNCTION announce_queue('incoming');
CREATE TRIGGER incoming_transfer_queue AFTER UPDATE ON incoming_transfer
  FOR EACH ROW WHEN ((OLD.status = 'QUEUED' OR NEW.status = 'QUEUED') AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION announce_queue('incoming');

DROP TRIGGER withdrawal_queue ON withdrawal;
CREATE TRIGGER withdrawal_entered_queue AFTER INSERT ON withdrawal
  FOR EACH ROW WHEN (NEW.state IN ('MANUAL', 'STUCK')) EXECUTE FUNCTION announce_queue('withdrawals');
CREATE TRIGGER withdrawal_queue AFTER UPDATE ON withdrawal
  FOR EACH ROW WHEN (
    (OLD.state IN ('MANUAL', 'STUCK') OR NEW.state IN ('MANUAL', 'STUCK')) AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION announce_queue('withdrawals');

DROP TRIGGER manual_deposit_queue ON manual_deposit;
CREATE TRIGGER manual_deposit_entered_queue AFTER INSERT ON manual_deposit
  FOR EACH ROW WHEN (NEW.status = 'PENDING') EXECUTE FUNCTION announce_queue('notices');
CREATE TRIGGER manual_deposit_queue AFTER UPDATE ON manual_deposit
  FOR EACH ROW WHEN ((OLD.status = 'PENDING' OR NEW.status = 'PENDING') AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION announce_queue('notices');

-- A claim is news of its queue where another operator has the item, or nobody any more; keeping it is none.
DROP TRIGGER queue_claim_queue ON queue_claim;
CREATE FUNCTION announce_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('krapao_queue', coalesce(NEW.queue, OLD.queue));
  RETURN NULL;
END $$;
CREATE TRIGGER queue_claim_changed AFTER INSERT OR DELETE ON queue_claim
  FOR EACH ROW EXECUTE FUNCTION announce_claim();
CREATE TRIGGER queue_claim_taken AFTER UPDATE ON queue_claim
  FOR EACH ROW WHEN (OLD.operator_id <> NEW.operator_id) EXECUTE FUNCTION announce_claim();
