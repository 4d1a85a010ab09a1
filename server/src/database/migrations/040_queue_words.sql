-- One word for one thing: a member's claim of a transfer is no notice, and the queue of gateways holds late payments.
DROP TRIGGER manual_deposit_entered_queue ON manual_deposit;
CREATE TRIGGER manual_deposit_entered_queue AFTER INSERT ON manual_deposit
  FOR EACH ROW WHEN (NEW.status = 'PENDING') EXECUTE FUNCTION announce_queue('transferClaims');
DROP TRIGGER manual_deposit_queue ON manual_deposit;
CREATE TRIGGER manual_deposit_queue AFTER UPDATE ON manual_deposit
  FOR EACH ROW WHEN ((OLD.status = 'PENDING' OR NEW.status = 'PENDING') AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION announce_queue('transferClaims');
DROP TRIGGER gateway_payment_queue ON gateway_payment;
CREATE TRIGGER gateway_payment_queue AFTER UPDATE ON gateway_payment
  FOR EACH ROW WHEN (NEW.paid_at IS NOT NULL) EXECUTE FUNCTION announce_queue('latePayments');

UPDATE request_outcome SET kind = 'transferClaim' WHERE kind = 'notice';
DELETE FROM queue_claim WHERE queue IN ('gateways', 'notices');
ALTER TABLE queue_claim DROP CONSTRAINT queue_claim_queue_check,
  ADD CONSTRAINT queue_claim_queue_check CHECK (queue ~ '^[a-zA-Z]+$');
ALTER TABLE approval DROP CONSTRAINT approval_queue_check,
  ADD CONSTRAINT approval_queue_check CHECK (queue ~ '^[a-zA-Z]+$');
UPDATE approval SET queue = 'transferClaims' WHERE queue = 'notices';
UPDATE approval SET queue = 'latePayments' WHERE queue = 'gateways';
