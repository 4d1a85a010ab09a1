-- What operators are told when they have the console closed (docs/decisions/279-alarms.md).
CREATE TABLE alarm (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('queue', 'feed', 'connection', 'ledger')),
  -- The name of a queue, the id of a connection, or what is wrong with the ledger.
  subject text NOT NULL CHECK (subject <> ''),
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz
);
CREATE UNIQUE INDEX alarm_on ON alarm (kind, subject) WHERE ended_at IS NULL;
CREATE INDEX alarm_ended ON alarm (ended_at) WHERE ended_at IS NOT NULL;

-- One row: the node that holds its lease looks for alarms.
CREATE TABLE alarm_look (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  looked_at timestamptz,
  claim integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT now()
);
INSERT INTO alarm_look DEFAULT VALUES;

-- Devices of operators that get web push. One outlives a session that times out, not one that is ended.
CREATE TABLE alarm_device (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  operator_id bigint NOT NULL REFERENCES operator (id) ON DELETE CASCADE,
  session_hash bytea NOT NULL UNIQUE CHECK (octet_length(session_hash) = 32),
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 2048),
  -- The browser's keys (RFC 8291).
  p256dh bytea NOT NULL CHECK (octet_length(p256dh) = 65),
  auth bytea NOT NULL CHECK (octet_length(auth) = 16),
  language text NOT NULL CHECK (language IN ('th', 'la', 'en')),
  kinds text[] NOT NULL CHECK (kinds <@ ARRAY['queue', 'feed', 'connection', 'ledger']),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX alarm_device_operator ON alarm_device (operator_id);

-- What is on its way to a device; a row goes when it is settled.
CREATE TABLE alarm_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alarm_id bigint NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
  device_id uuid NOT NULL REFERENCES alarm_device (id) ON DELETE CASCADE,
  phase text NOT NULL CHECK (phase IN ('began', 'lasts', 'ended')),
  attempts integer NOT NULL DEFAULT 0,
  claim integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT clock_timestamp()
);
CREATE INDEX alarm_delivery_due ON alarm_delivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alarm_delivery_alarm ON alarm_delivery (alarm_id);
CREATE INDEX alarm_delivery_device ON alarm_delivery (device_id);

CREATE FUNCTION end_alarm_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'operator_session' THEN
    DELETE FROM alarm_device WHERE session_hash = OLD.token_hash;
  ELSE
    DELETE FROM alarm_device WHERE operator_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER operator_session_ends_device AFTER DELETE ON operator_session
  FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION end_alarm_device();
-- Removed, or given a new first password: what they had is not theirs any more.
CREATE TRIGGER operator_ends_devices AFTER UPDATE OF is_active, must_change_password ON operator
  FOR EACH ROW WHEN (NOT NEW.is_active OR (NEW.must_change_password AND NOT OLD.must_change_password))
  EXECUTE FUNCTION end_alarm_device();
