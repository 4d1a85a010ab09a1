-- Users of a messaging service that members linked, such as of LINE (docs/decisions/193-line.md).
CREATE TABLE messenger_link (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  member_id bigint NOT NULL REFERENCES member (id) ON DELETE CASCADE,
  connection_id text NOT NULL,
  -- The service's own id of its user.
  user_id text NOT NULL CHECK (length(user_id) BETWEEN 1 AND 100),
  language text NOT NULL CHECK (language IN ('th', 'la', 'en')),
  -- By the service's clock, as the time of a block is.
  linked_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_reason text CHECK (ended_reason IN ('MEMBER', 'USER', 'REPLACED')),
  CHECK ((ended_at IS NULL) = (ended_reason IS NULL))
);
-- A member has one linked user, a user one member.
CREATE UNIQUE INDEX messenger_link_member ON messenger_link (member_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX messenger_link_user ON messenger_link (connection_id, user_id) WHERE ended_at IS NULL;
CREATE INDEX messenger_link_ended ON messenger_link (ended_at) WHERE ended_at IS NOT NULL;

-- A link that was offered to a user of the service: the service's token, and the nonce of the member who took it up.
CREATE TABLE messenger_offer (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  connection_id text NOT NULL,
  user_id text NOT NULL CHECK (length(user_id) BETWEEN 1 AND 100),
  offered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The session in which a member took it up; the nonce ends with it.
  session_hash bytea REFERENCES session (token_hash) ON DELETE CASCADE,
  nonce_hash bytea UNIQUE CHECK (octet_length(nonce_hash) = 32),
  language text CHECK (language IN ('th', 'la', 'en')),
  taken_up_at timestamptz,
  used_at timestamptz,
  CHECK ((session_hash IS NULL) = (nonce_hash IS NULL)),
  CHECK ((session_hash IS NULL) = (language IS NULL)),
  CHECK ((session_hash IS NULL) = (taken_up_at IS NULL)),
  CHECK (used_at IS NULL OR taken_up_at IS NOT NULL)
);
CREATE INDEX messenger_offer_age ON messenger_offer (offered_at);
CREATE INDEX messenger_offer_session ON messenger_offer (session_hash);

CREATE OR REPLACE VIEW notification_target AS
  SELECT p.member_id, 'push'::text AS channel, p.id::text AS target
  FROM push_subscription p
  JOIN session s ON s.token_hash = p.session_hash
  JOIN member m ON m.id = p.member_id AND m.status = 'active'
  WHERE s.member_id = p.member_id AND s.expires_at > now()
    AND s.last_seen_at + make_interval(mins => s.idle_minutes + 1) > now()
  UNION ALL
  SELECT l.member_id, 'connection', l.id::text
  FROM messenger_link l
  JOIN connection c ON c.id::text = l.connection_id AND c.is_active
  JOIN member m ON m.id = l.member_id AND m.status = 'active'
  WHERE l.ended_at IS NULL;
