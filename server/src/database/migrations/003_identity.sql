-- Who asks: sessions, one-time codes by SMS, and locks against guessing.

-- An opaque token is known by its SHA-256 alone. Time-outs are those of the settings at log-in.
CREATE TABLE session (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  -- Null when the member was removed: the token then fails the identity verification instead of being unknown.
  member_id bigint REFERENCES member (id) ON DELETE SET NULL,
  idle_minutes integer NOT NULL CHECK (idle_minutes > 0),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Renewed at most once a minute.
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX session_member ON session (member_id);

-- A code sent to a number. The code itself is kept only as a keyed hash.
CREATE TABLE otp (
  -- Also the identifier that the SMS gateway gets, so that a repeated send delivers once.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  phone_number text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('registration')),
  code_hmac bytea NOT NULL CHECK (octet_length(code_hmac) = 32),
  reference text NOT NULL CHECK (reference ~ '^[A-Z]{4}$'),
  delivery text NOT NULL DEFAULT 'sending' CHECK (delivery IN ('sending', 'sent', 'failed')),
  checks integer NOT NULL DEFAULT 0 CHECK (checks >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  verified_at timestamptz,
  consumed_at timestamptz CHECK (consumed_at IS NULL OR verified_at IS NOT NULL)
);
CREATE INDEX otp_newest ON otp (phone_number, purpose, created_at DESC);
CREATE INDEX otp_age ON otp (created_at);

-- Failures in a row of what may not be guessed, and until when the next try is refused.
CREATE TABLE failure_lock (
  key text PRIMARY KEY,
  failures integer NOT NULL CHECK (failures > 0),
  failed_at timestamptz NOT NULL,
  locked_until timestamptz NOT NULL
);
CREATE INDEX failure_lock_age ON failure_lock (failed_at);
CREATE INDEX rate_counter_age ON rate_counter (window_start);
