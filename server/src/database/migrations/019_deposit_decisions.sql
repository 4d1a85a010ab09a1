-- Gift links whose end no machine knows, and notices of transfers that nothing reported: an operator decides them.

ALTER TABLE gift_link
  ADD COLUMN decided_by text,
  ADD COLUMN decided_because text,
  ADD CONSTRAINT gift_link_decided CHECK ((decided_by IS NULL) = (decided_because IS NULL));
ALTER TABLE manual_deposit
  ADD COLUMN decided_by text,
  ADD COLUMN decided_because text,
  ADD CONSTRAINT manual_deposit_decided CHECK ((decided_by IS NULL) = (decided_because IS NULL));

CREATE INDEX gift_link_queue ON gift_link (created_at) WHERE status = 'PENDING' AND due_at IS NULL;
CREATE INDEX manual_deposit_queue ON manual_deposit (created_at) WHERE status = 'PENDING';

-- Most links end by themselves within a second.
CREATE TRIGGER gift_link_queue AFTER UPDATE ON gift_link
  FOR EACH ROW WHEN (OLD.status = 'PENDING' AND NEW.due_at IS NULL) EXECUTE FUNCTION announce_queue('gifts');
CREATE TRIGGER manual_deposit_queue AFTER INSERT OR UPDATE ON manual_deposit
  FOR EACH STATEMENT EXECUTE FUNCTION announce_queue('notices');
