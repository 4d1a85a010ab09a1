-- Notifications of members (docs/decisions/192-notifications.md).
CREATE TABLE notification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  category text NOT NULL CHECK (category IN ('security', 'money', 'support')),
  -- A kind of contract/src/notifications.ts.
  kind text NOT NULL CHECK (kind <> ''),
  -- Names the event: the same event is one notification.
  key text NOT NULL CHECK (key <> ''),
  -- Ids, satang and names of browsers; never a secret.
  params jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at timestamptz,
  UNIQUE (member_id, key)
);
CREATE INDEX notification_page ON notification (member_id, id DESC);
CREATE INDEX notification_unread ON notification (member_id) WHERE read_at IS NULL;
CREATE INDEX notification_age ON notification (created_at);

-- What a member chose; nothing chosen for a member without a row.
CREATE TABLE notification_choice (
  member_id bigint PRIMARY KEY REFERENCES member (id) ON DELETE CASCADE,
  -- What does not go out: channel and category, as push:money.
  muted text[] NOT NULL DEFAULT '{}',
  hides_amounts boolean NOT NULL DEFAULT false,
  CHECK (cardinality(muted) <= 20)
);

-- Browsers that get web push. One ends with its session.
CREATE TABLE push_subscription (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  session_hash bytea NOT NULL UNIQUE REFERENCES session (token_hash) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 2048),
  -- The browser's keys (RFC 8291).
  p256dh bytea NOT NULL CHECK (octet_length(p256dh) = 65),
  auth bytea NOT NULL CHECK (octet_length(auth) = 16),
  language text NOT NULL CHECK (language IN ('th', 'la', 'en')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX push_subscription_member ON push_subscription (member_id);

-- The site's key for web push (RFC 8292): one row, made when it is first needed.
CREATE TABLE push_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 65),
  private_key bytea NOT NULL
);

-- Where notifications of a member go besides the app: one row for each channel and target.
CREATE VIEW notification_target AS
  SELECT p.member_id, 'push'::text AS channel, p.id::text AS target
  FROM push_subscription p
  JOIN session s ON s.token_hash = p.session_hash
  JOIN member m ON m.id = p.member_id AND m.status = 'active'
  WHERE s.member_id = p.member_id AND s.expires_at > now()
    AND s.last_seen_at + make_interval(mins => s.idle_minutes + 1) > now();

CREATE TABLE notification_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  notification_id bigint NOT NULL REFERENCES notification (id) ON DELETE CASCADE,
  channel text NOT NULL CHECK (channel IN ('push', 'connection')),
  -- The id of a push subscription, or of what a connection sends to.
  target text NOT NULL,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENT', 'FAILED')),
  attempts integer NOT NULL DEFAULT 0,
  claim integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT clock_timestamp(),
  -- Why it was not sent, the last time.
  reason text,
  settled_at timestamptz,
  UNIQUE (notification_id, channel, target),
  CHECK ((state = 'WAITING') = (due_at IS NOT NULL)),
  CHECK ((state = 'WAITING') = (settled_at IS NULL))
);
CREATE INDEX notification_delivery_due ON notification_delivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notification_delivery_settled ON notification_delivery (settled_at) WHERE settled_at IS NOT NULL;

-- Writes one notification with its deliveries and tells the member's open screens; the same key again changes nothing.
-- What the member has seen already, as the result of a press, is written as read and goes nowhere else.
CREATE FUNCTION notify_member(
  to_member bigint, its_category text, its_kind text, its_key text, its_params jsonb, is_seen boolean DEFAULT false
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  made bigint;
BEGIN
  INSERT INTO notification (member_id, category, kind, key, params, read_at)
    VALUES (to_member, its_category, its_kind, its_key, its_params, CASE WHEN is_seen THEN clock_timestamp() END)
    ON CONFLICT (member_id, key) DO NOTHING RETURNING id INTO made;
  IF made IS NULL THEN RETURN; END IF;
  IF NOT is_seen THEN
    INSERT INTO notification_delivery (notification_id, channel, target)
      SELECT made, t.channel, t.target FROM notification_target t
      LEFT JOIN notification_choice c ON c.member_id = t.member_id
      WHERE t.member_id = to_member AND coalesce(t.channel || ':' || its_category <> ALL (c.muted), true);
  END IF;
  PERFORM pg_notify('krapao_member_money', to_member || ' notification');
END $$;

-- How a movement of money ended is told from its row of the statement, whoever ended it.
CREATE FUNCTION notify_of_statement() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text;
  about jsonb := jsonb_build_object('row', NEW.id::text, 'amount', NEW.amount);
  -- A call answers that a transfer is under way after eight seconds; what ended before, its answer has told.
  is_late boolean := NEW.created_at < clock_timestamp() - interval '8 seconds';
BEGIN
  IF NEW.statement_type = 'bonus' AND NEW.status = 'SUCCESS' THEN
    told := CASE
      WHEN NEW.detail ? 'luckydraw' THEN 'prizeCredited'
      WHEN NEW.detail ? 'refund' THEN 'refundCredited'
      WHEN NEW.detail ? 'invite' THEN 'inviteCredited'
      ELSE 'bonusCredited' END;
    PERFORM notify_member(NEW.member_id, 'money', told, 'statement:' || NEW.id || ':' || NEW.status, about, true);
    RETURN NULL;
  END IF;
  told := CASE
    WHEN NEW.from_label = 'ADJUSTMENT' THEN 'balanceAdded'
    WHEN NEW.to_label = 'ADJUSTMENT' THEN 'balanceTaken'
    WHEN NEW.statement_type = 'deposit' AND NEW.status = 'SUCCESS' THEN 'depositCredited'
    WHEN NEW.statement_type = 'deposit' THEN 'depositRefused'
    WHEN NEW.statement_type = 'withdraw' AND NEW.status = 'SUCCESS' THEN 'withdrawalPaid'
    WHEN NEW.statement_type = 'withdraw' THEN 'withdrawalRefused'
    WHEN NEW.statement_type = 'transfer' AND NEW.status = 'FAILED' AND is_late THEN 'transferReturned'
    WHEN NEW.statement_type = 'transfer' AND NEW.status = 'SUCCESS'
      AND EXISTS (SELECT FROM notification n
        WHERE n.member_id = NEW.member_id AND n.key = 'statement:' || NEW.id || ':STUCK') THEN 'transferSettled'
    END;
  IF told IS NOT NULL THEN
    PERFORM notify_member(NEW.member_id, 'money', told, 'statement:' || NEW.id || ':' || NEW.status, about);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER statement_entry_born_ended AFTER INSERT ON statement_entry
  FOR EACH ROW WHEN (NEW.status <> 'PENDING') EXECUTE FUNCTION notify_of_statement();
CREATE TRIGGER statement_entry_ended AFTER UPDATE OF status ON statement_entry
  FOR EACH ROW WHEN (NEW.status <> 'PENDING' AND NEW.status <> OLD.status) EXECUTE FUNCTION notify_of_statement();

-- A refused slip has no row of the statement.
CREATE FUNCTION notify_of_slip() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_member(NEW.member_id, 'money', 'slipRefused', 'slip:' || NEW.id || ':FAILED',
    jsonb_build_object('row', 'slip-' || NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER slip_refused AFTER UPDATE OF status ON slip
  FOR EACH ROW WHEN (NEW.status = 'FAILED' AND OLD.status <> 'FAILED') EXECUTE FUNCTION notify_of_slip();

-- A transfer that waits for an operator.
CREATE FUNCTION notify_of_stuck_leg() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry statement_entry;
BEGIN
  SELECT e.* INTO entry FROM statement_entry e
    WHERE e.cause = 'transfer:' || NEW.transfer_id
      OR e.cause = (SELECT 'withdrawal:' || w.id FROM withdrawal w 
        WHERE w.member_id = NEW.member_id AND w.transfer_id = NEW.transfer_id LIMIT 1)
    LIMIT 1;
  IF entry.id IS NOT NULL THEN
    PERFORM notify_member(entry.member_id, 'money', 'transferStuck', 'statement:' || entry.id || ':STUCK',
      jsonb_build_object('row', entry.id::text, 'amount', entry.amount));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER transfer_leg_stuck AFTER UPDATE OF state ON transfer_leg
  FOR EACH ROW WHEN (NEW.state = 'STUCK' AND OLD.state <> 'STUCK') EXECUTE FUNCTION notify_of_stuck_leg();
