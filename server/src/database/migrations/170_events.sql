-- Events for systems outside (docs/decisions/270-events.md): what happened to members and their money, written in the
-- transaction of what they tell.
CREATE TABLE event (
  -- In the order of writing. A transaction that began earlier may commit later, so this is no place to read on from.
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The event's id for everybody outside, in the order of publication. Null: not published yet.
  position bigint UNIQUE,
  -- No foreign key: it would lock the member's row with each event.
  member_id bigint NOT NULL,
  -- A type of contract/src/api/eventTypes.ts.
  type text NOT NULL CHECK (type <> ''),
  -- As it is sent: ids, baht, times and states; never a name, a number of an account or a secret.
  data jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX event_unpublished ON event (id) WHERE position IS NULL;
CREATE INDEX event_of_member ON event (member_id, position) WHERE position IS NOT NULL;
CREATE INDEX event_age ON event (at);

-- The newest position. Its lock lets one node publish at a time, so that positions appear in their order.
CREATE TABLE event_head (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  position bigint NOT NULL DEFAULT 0
);
INSERT INTO event_head DEFAULT VALUES;

-- Receivers of events. OFF: switched off by an operator. GONE: the receiver answered 410.
CREATE TABLE webhook (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  url text NOT NULL CHECK (length(url) <= 2000),
  -- Empty: all types, also later ones.
  types text[] NOT NULL DEFAULT '{}',
  state text NOT NULL CHECK (state IN ('ACTIVE', 'OFF', 'GONE')),
  -- The newest event when it was switched off: it goes on from there.
  stopped_at bigint,
  -- The secrets whose signatures are sent, newest first; sealed.
  secrets bytea NOT NULL,
  secret_count integer NOT NULL DEFAULT 1 CHECK (secret_count IN (1, 2)),
  version integer NOT NULL DEFAULT 1,
  -- Failures since the last success, and since when it is in trouble.
  failures integer NOT NULL DEFAULT 0,
  troubled_at timestamptz,
  created_by bigint NOT NULL REFERENCES operator (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_by bigint NOT NULL REFERENCES operator (id),
  changed_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((state = 'ACTIVE') = (stopped_at IS NULL))
);

-- How far a receiver has a member's events: they are sent one after the other.
CREATE TABLE webhook_stream (
  webhook_id uuid NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  member_id bigint NOT NULL,
  -- Up to here all are delivered.
  position bigint NOT NULL,
  -- Events that an operator sends once more, before the others.
  resends bigint[] NOT NULL DEFAULT '{}',
  -- Of the next event.
  attempts integer NOT NULL DEFAULT 0,
  claim integer NOT NULL DEFAULT 0,
  -- Null: nothing to send, or given up.
  due_at timestamptz,
  -- While a node sends.
  claimed_at timestamptz,
  -- All tries of the next event failed: an operator lets it be tried again or leaves it out.
  blocked_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (webhook_id, member_id),
  CHECK (blocked_at IS NULL OR due_at IS NULL)
);
CREATE INDEX webhook_stream_due ON webhook_stream (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_stream_blocked ON webhook_stream (webhook_id) WHERE blocked_at IS NOT NULL;

-- What became of each event at a receiver, at the last try.
CREATE TABLE webhook_delivery (
  webhook_id uuid NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  position bigint NOT NULL,
  member_id bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('DELIVERED', 'FAILED', 'GIVEN_UP', 'LEFT_OUT')),
  tries integer NOT NULL DEFAULT 1,
  http_status integer,
  -- Why there was no answer.
  trouble text,
  -- The beginning of the receiver's answer.
  answer text NOT NULL DEFAULT '' CHECK (length(answer) <= 500),
  took_ms integer NOT NULL DEFAULT 0,
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (webhook_id, position)
);
CREATE INDEX webhook_delivery_newest ON webhook_delivery (webhook_id, last_at DESC);
CREATE INDEX webhook_delivery_age ON webhook_delivery (last_at);

-- Keys with which systems outside read.
CREATE TABLE api_key (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  -- SHA-256 of the key, and its beginning, by which people tell keys apart.
  token_hash bytea NOT NULL UNIQUE,
  starts_with text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  -- Networks from which it works; empty: from everywhere.
  networks text[] NOT NULL DEFAULT '{}',
  expires_at timestamptz NOT NULL,
  created_by bigint NOT NULL REFERENCES operator (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_by bigint REFERENCES operator (id),
  revoked_at timestamptz,
  CHECK ((revoked_by IS NULL) = (revoked_at IS NULL))
);

-- Publishes events in the order in which they were written, and makes their members' streams due.
-- Returns how many; 0 also while another node publishes.
CREATE FUNCTION publish_events(at_most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  head bigint;
  published integer;
BEGIN
  SELECT position INTO head FROM event_head FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  UPDATE event e SET position = head + b.nth
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS nth
      FROM (SELECT id FROM event WHERE position IS NULL ORDER BY id LIMIT at_most) u) b
    WHERE e.id = b.id;
  GET DIAGNOSTICS published = ROW_COUNT;
  IF published = 0 THEN RETURN 0; END IF;
  UPDATE event_head SET position = head + published;
  PERFORM make_streams_due(NULL, head + 1);
  RETURN published;
END $$;

-- Makes the streams of all members with events from a position on due, of one active webhook or of all.
CREATE FUNCTION make_streams_due(of_webhook uuid, from_position bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_stream AS s (webhook_id, member_id, position, due_at)
    SELECT w.id, e.member_id, min(e.position) - 1, clock_timestamp()
    FROM event e JOIN webhook w ON w.state = 'ACTIVE' AND (w.types = '{}' OR e.type = ANY (w.types))
    WHERE e.position >= from_position AND (of_webhook IS NULL OR w.id = of_webhook)
    GROUP BY w.id, e.member_id
    ORDER BY w.id, e.member_id
  ON CONFLICT (webhook_id, member_id) DO UPDATE SET due_at = clock_timestamp()
    WHERE s.due_at IS NULL AND s.blocked_at IS NULL
$$;

-- Of a bigint in satang the baht of the API, without zeros at the end.
CREATE FUNCTION baht(satang bigint) RETURNS numeric IMMUTABLE LANGUAGE sql RETURN trim_scale(satang / 100.0);
-- A time of the API.
CREATE FUNCTION iso_time(at timestamptz) RETURNS text STABLE LANGUAGE sql
  RETURN to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

CREATE FUNCTION tell_event(of_member bigint, its_type text, its_data jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO event (member_id, type, data)
    VALUES (of_member, its_type, jsonb_build_object('memberId', of_member::text) || its_data)
$$;
