-- What one operator asks for and a second one approves, and the rows that this takes the place of.

CREATE TABLE approval (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind ~ '^[a-z]+\.[a-zA-Z]+$'),
  -- What it is about, as the audit log names it: kind:id.
  subject text NOT NULL CHECK (subject ~ '^[a-zA-Z]+:'),
  -- The queue whose item waits here meanwhile.
  queue text CHECK (queue ~ '^[a-z]+$'),
  -- What both who asks and who approves have to be allowed by themselves.
  permission text NOT NULL,
  member_id bigint REFERENCES member (id),
  -- Satang, where it is about money; below zero takes from a wallet.
  amount bigint,
  -- What is applied.
  payload jsonb NOT NULL,
  asked_by bigint NOT NULL REFERENCES operator (id),
  asked_from text NOT NULL,
  reason text NOT NULL CHECK (reason <> ''),
  -- Why one person is not enough: a rule, and where the rule is a limit, its value and what would have been reached, in satang.
  cause text NOT NULL,
  cause_limit bigint,
  cause_amount bigint,
  -- Only where nobody else could approve when it was asked: it is applied at this time by itself.
  takes_effect_at timestamptz,
  state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'APPLIED', 'REJECTED', 'TAKEN_BACK')),
  -- Nobody where it took effect by time alone.
  decided_by bigint REFERENCES operator (id),
  decided_because text,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  CHECK ((state = 'PENDING') = (decided_at IS NULL)),
  CHECK ((cause_limit IS NULL) = (cause_amount IS NULL))
);
CREATE UNIQUE INDEX approval_waiting ON approval (subject, kind) WHERE state = 'PENDING';
CREATE INDEX approval_due ON approval (takes_effect_at) WHERE state = 'PENDING' AND takes_effect_at IS NOT NULL;

CREATE FUNCTION announce_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('krapao_queue', 'approvals');
  -- The item leaves its own queue, or is back in it.
  IF NEW.queue IS NOT NULL THEN
    PERFORM pg_notify('krapao_queue', NEW.queue);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER approval_asked AFTER INSERT ON approval
  FOR EACH ROW EXECUTE FUNCTION announce_approval();
CREATE TRIGGER approval_decided AFTER UPDATE ON approval
  FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION announce_approval();

-- Corrections wait for their second operator like everything else.
DROP TRIGGER balance_adjustment_queue ON balance_adjustment;
DROP INDEX balance_adjustment_pending;
INSERT INTO approval (kind, subject, permission, member_id, amount, payload, asked_by, asked_from, reason, cause, created_at)
  SELECT 'balance.adjust', 'adjustment:' || id, 'balance.adjust', member_id, amount,
    jsonb_build_object('adjustmentId', id), requested_by, '', reason, 'DECISION', created_at
  FROM balance_adjustment WHERE state = 'PENDING';
DELETE FROM queue_claim WHERE queue = 'adjustments';

-- Money that one person made without a report of the bank: what the limits of a day add up. Once for each thing decided.
CREATE TABLE own_money (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL UNIQUE CHECK (subject ~ '^[a-zA-Z]+:'),
  operator_id bigint NOT NULL REFERENCES operator (id),
  -- Whose money it became; nobody's yet where it is a file of many.
  member_id bigint REFERENCES member (id),
  -- Satang; also where it was taken from a wallet.
  amount bigint NOT NULL CHECK (amount > 0),
  -- Where one person was not enough, and who the second one was: nobody where it took effect by time alone.
  approval_id uuid REFERENCES approval (id),
  second_id bigint REFERENCES operator (id) CHECK (second_id <> operator_id),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK (second_id IS NULL OR approval_id IS NOT NULL)
);
CREATE INDEX own_money_operator ON own_money (operator_id, at);
CREATE INDEX own_money_member ON own_money (member_id, at);
