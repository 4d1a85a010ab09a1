-- What became of a call under its Idempotency-Key, where no row of its own tells: calls that make none, and refusals.
CREATE TABLE request_outcome (
  member_id bigint NOT NULL REFERENCES member (id),
  key text NOT NULL,
  state text NOT NULL CHECK (state IN ('done', 'refused')),
  kind text,
  -- What a call was that is done: the same request is answered again, another one is refused.
  fingerprint bytea,
  ref text,
  amount bigint CHECK (amount >= 0),
  -- Why it was refused: a code of the error catalogue.
  code text,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (member_id, key),
  CHECK ((state = 'done') = (fingerprint IS NOT NULL)),
  CHECK ((state = 'done') = (kind IS NOT NULL)),
  CHECK ((state = 'refused') = (code IS NOT NULL))
);
CREATE INDEX request_outcome_age ON request_outcome (at);

-- Whether an operation is under way at a game, asked with every balance.
CREATE INDEX transfer_leg_open ON transfer_leg (member_id, provider) WHERE state NOT IN ('CONFIRMED', 'REJECTED');

-- What changes of a member's money is told to all nodes: who, and of the statement's row its id, kind, state and satang.
CREATE FUNCTION announce_member_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('krapao_member_money', concat_ws(' ', NEW.member_id, NEW.id, NEW.statement_type, NEW.status, NEW.amount));
  RETURN NULL;
END $$;
CREATE TRIGGER statement_entry_told AFTER INSERT OR UPDATE ON statement_entry
  FOR EACH ROW EXECUTE FUNCTION announce_member_money();

-- The wallet names what is being checked: its answer is as old as the member's row, which is written anew for that.
CREATE FUNCTION announce_member_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member SET coin = coin WHERE id = NEW.member_id;
  PERFORM pg_notify('krapao_member_money', NEW.member_id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER slip_told AFTER INSERT OR UPDATE OF status ON slip
  FOR EACH ROW EXECUTE FUNCTION announce_member_check();
CREATE TRIGGER gift_link_told AFTER INSERT OR UPDATE OF status ON gift_link
  FOR EACH ROW EXECUTE FUNCTION announce_member_check();
CREATE TRIGGER manual_deposit_told AFTER INSERT OR UPDATE OF status ON manual_deposit
  FOR EACH ROW EXECUTE FUNCTION announce_member_check();

CREATE INDEX slip_open ON slip (member_id) WHERE status = 'PENDING';
CREATE INDEX gift_link_open ON gift_link (member_id) WHERE status = 'PENDING';
CREATE INDEX withdrawal_open ON withdrawal (member_id) WHERE state NOT IN ('PAID', 'REJECTED');
