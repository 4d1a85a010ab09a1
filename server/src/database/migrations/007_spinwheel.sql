-- The prize wheel: what it promises, the seeds that it is bound to, its spins and coupons.

-- The newest active wheel is the one that is spun. A wheel never changes: other slices are another wheel.
CREATE TABLE prize_wheel (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL UNIQUE CHECK (code <> ''),
  name jsonb NOT NULL CHECK (name ?& ARRAY['th', 'la', 'en']),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- `amount`: coins, or satang where the prize is money or a coupon. The chance is weight over the sum of the weights.
CREATE TABLE prize_slice (
  wheel_id bigint NOT NULL REFERENCES prize_wheel (id),
  position integer NOT NULL CHECK (position >= 0),
  code text NOT NULL CHECK (code ~ '^[A-Z0-9_]{1,40}$'),
  label jsonb NOT NULL CHECK (label ?& ARRAY['th', 'la', 'en']),
  name jsonb NOT NULL CHECK (name ?& ARRAY['th', 'la', 'en']),
  description jsonb NOT NULL CHECK (description ?& ARRAY['th', 'la', 'en']),
  bg_color text NOT NULL CHECK (bg_color ~ '^#[0-9a-f]{6}$'),
  text_color text NOT NULL CHECK (text_color ~ '^#[0-9a-f]{6}$'),
  weight integer NOT NULL CHECK (weight BETWEEN 1 AND 1000000),
  prize text NOT NULL CHECK (prize IN ('nothing', 'coins', 'money', 'coupon')),
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 100000000),
  coupon_type text CHECK (coupon_type IN ('money', 'bonus')),
  PRIMARY KEY (wheel_id, position),
  UNIQUE (wheel_id, code),
  CHECK ((prize = 'nothing') = (amount = 0)),
  CHECK ((prize = 'coupon') = (coupon_type IS NOT NULL))
);
REVOKE UPDATE, DELETE ON prize_slice FROM krapao_app;

-- The secret of a member's next spin, whose hash the member has seen, and the wheel that it was shown with.
CREATE TABLE spin_seed (
  member_id bigint PRIMARY KEY REFERENCES member (id),
  wheel_id bigint NOT NULL REFERENCES prize_wheel (id),
  server_seed bytea NOT NULL CHECK (octet_length(server_seed) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Drawn spins, numbered for each member without gaps; with the wheel's weights all that is needed to draw again.
CREATE TABLE spin (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  member_id bigint NOT NULL REFERENCES member (id),
  nonce integer NOT NULL CHECK (nonce > 0),
  wheel_id bigint NOT NULL,
  position integer NOT NULL,
  server_seed bytea NOT NULL CHECK (octet_length(server_seed) = 32),
  client_seed text NOT NULL CHECK (client_seed ~ '^[A-Za-z0-9_-]{1,64}$'),
  next_hash bytea NOT NULL,
  remaining_coin integer NOT NULL CHECK (remaining_coin >= 0),
  idempotency_key text,
  fingerprint bytea,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (member_id, nonce),
  FOREIGN KEY (wheel_id, position) REFERENCES prize_slice (wheel_id, position),
  CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL))
);
CREATE UNIQUE INDEX spin_key ON spin (member_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
REVOKE UPDATE, DELETE ON spin FROM krapao_app;

CREATE TABLE coupon (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  code text NOT NULL UNIQUE CHECK (code ~ '^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$'),
  member_id bigint NOT NULL REFERENCES member (id),
  spin_id uuid NOT NULL UNIQUE REFERENCES spin (id),
  coupon_type text NOT NULL CHECK (coupon_type IN ('money', 'bonus')),
  amount bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  claimed_at timestamptz,
  -- Of the call that claimed it.
  idempotency_key text,
  fingerprint bytea,
  CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL)),
  CHECK (idempotency_key IS NULL OR claimed_at IS NOT NULL)
);
CREATE INDEX coupon_open ON coupon (member_id, expires_at) WHERE claimed_at IS NULL;
CREATE UNIQUE INDEX coupon_key ON coupon (member_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
