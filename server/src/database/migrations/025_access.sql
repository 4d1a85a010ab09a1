-- Who holds a verified number, and from which devices and addresses members and operators logged in.

-- The browser that typed the right code in; null: it brought no device, and its address tells.
ALTER TABLE otp
  ADD COLUMN holder_device uuid,
  ADD COLUMN holder_address text;

-- A member was seen with this device at this address, registering or logging in. A client that keeps no device is a new
-- one each time. Addresses are those of limits: an IPv4 address, or the /64 of an IPv6 address.
CREATE TABLE member_device (
  member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  device_id uuid NOT NULL,
  address text NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, device_id, address)
);
CREATE INDEX member_device_device ON member_device (device_id);
CREATE INDEX member_device_address ON member_device (address);
CREATE INDEX member_device_age ON member_device (last_seen_at);

CREATE TABLE operator_device (
  operator_id bigint NOT NULL REFERENCES operator (id) ON DELETE CASCADE,
  device_id uuid NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (operator_id, device_id)
);

-- A session that ends before its time is told to all nodes at once, so that what hangs on it ends too.
CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('krapao_session_end', TG_ARGV[0] || ':' || encode(OLD.token_hash, 'hex'));
  RETURN NULL;
END $$;
CREATE TRIGGER session_end AFTER DELETE ON session
  FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION announce_session_end('member');
CREATE TRIGGER session_without_member AFTER UPDATE OF member_id ON session
  FOR EACH ROW WHEN (NEW.member_id IS NULL) EXECUTE FUNCTION announce_session_end('member');
CREATE TRIGGER operator_session_end AFTER DELETE ON operator_session
  FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION announce_session_end('operator');

CREATE FUNCTION announce_sessions_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'member' THEN
    PERFORM pg_notify('krapao_session_end', 'member:' || encode(token_hash, 'hex'))
      FROM session WHERE member_id = NEW.id AND expires_at > now();
  ELSE
    PERFORM pg_notify('krapao_session_end', 'operator:' || encode(token_hash, 'hex'))
      FROM operator_session WHERE operator_id = NEW.id AND expires_at > now();
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER member_sessions_end AFTER UPDATE OF status ON member
  FOR EACH ROW WHEN (NEW.status <> 'active') EXECUTE FUNCTION announce_sessions_of('member');
CREATE TRIGGER operator_sessions_end AFTER UPDATE OF is_active ON operator
  FOR EACH ROW WHEN (NOT NEW.is_active) EXECUTE FUNCTION announce_sessions_of('operator');
