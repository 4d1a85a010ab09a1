-- What members see of their sessions, what binds a session to its kind of device, and codes for a forgotten password.

ALTER TABLE session
  -- Names the session in answers; the token's hash stays inside.
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  ADD COLUMN user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 200),
  -- Shortened before it is stored: 203.0.113.x, 2001:db8:1::/48.
  ADD COLUMN address text NOT NULL DEFAULT '',
  -- Null where the user agent told nothing; such a session is bound to no kind of device.
  ADD COLUMN device_class text CHECK (device_class IN ('mobile', 'desktop'));

ALTER TABLE otp DROP CONSTRAINT otp_purpose_check;
ALTER TABLE otp ADD CONSTRAINT otp_purpose_check CHECK (purpose IN ('registration', 'password'));

-- A member who excluded themselves opens no session until then.
ALTER TABLE member ADD COLUMN excluded_until timestamptz;
