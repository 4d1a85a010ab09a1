-- Passkeys, PIN and step-up (docs/decisions/194-step-up.md).

-- The PIN for money that leaves, as a hash.
CREATE TABLE member_pin (
  member_id bigint PRIMARY KEY REFERENCES member (id),
  pin_hash text NOT NULL,
  -- Tries since the last right one, of all sessions together; a try is counted before it is checked.
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE passkey (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  member_id bigint NOT NULL REFERENCES member (id),
  -- In base64url, as browsers send it.
  credential_id text NOT NULL UNIQUE,
  -- What the authenticator calls the member: random, the same for all passkeys of one.
  user_handle text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  is_synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  -- Its counter went back then, so that a copy may exist: it proves nothing any more.
  distrusted_at timestamptz
);
CREATE INDEX passkey_member ON passkey (member_id);

-- What an authenticator has to sign: usable once, by who asked for it.
CREATE TABLE passkey_challenge (
  challenge text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('register', 'login', 'step_up')),
  -- The session that asked; null for a log-in, which names the browser instead.
  session_hash bytea REFERENCES session (token_hash) ON DELETE CASCADE,
  device_id uuid,
  user_handle text,
  expires_at timestamptz NOT NULL,
  CHECK ((purpose = 'login') = (session_hash IS NULL)),
  CHECK ((purpose = 'login') = (device_id IS NOT NULL)),
  CHECK ((purpose = 'register') = (user_handle IS NOT NULL))
);
CREATE INDEX passkey_challenge_session ON passkey_challenge (session_hash);
CREATE INDEX passkey_challenge_age ON passkey_challenge (expires_at);

-- That a member has proved who they are, for one call of one session.
CREATE TABLE step_up_proof (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  session_hash bytea NOT NULL REFERENCES session (token_hash) ON DELETE CASCADE,
  action text NOT NULL,
  subject text NOT NULL,
  way text NOT NULL CHECK (way IN ('pin', 'passkey', 'password')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX step_up_proof_session ON step_up_proof (session_hash);
CREATE INDEX step_up_proof_age ON step_up_proof (expires_at);

-- A code that unlocks a PIN.
ALTER TABLE otp DROP CONSTRAINT otp_purpose_check;
ALTER TABLE otp ADD CONSTRAINT otp_purpose_check CHECK (purpose IN ('registration', 'password', 'pin'));
