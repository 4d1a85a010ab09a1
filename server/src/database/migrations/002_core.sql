-- Members, their sessions and statement, banks and settings: what every capability stands on.

CREATE TABLE bank (
  code text PRIMARY KEY CHECK (code ~ '^[A-Z0-9]+$'),
  name_th text NOT NULL,
  name_en text NOT NULL,
  name_la text NOT NULL,
  country text NOT NULL CHECK (country IN ('TH', 'LA')),
  colour text NOT NULL CHECK (colour ~ '^#[0-9a-f]{6}$'),
  position integer NOT NULL,
  is_active boolean NOT NULL DEFAULT true
);

-- Numeric and never reused: the invite code is PR{id}.
CREATE TABLE member (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 10001) PRIMARY KEY,
  phone_number text NOT NULL UNIQUE CHECK (phone_number ~ '^\+(66|856)[0-9]{8,10}$'),
  name text NOT NULL CHECK (name <> ''),
  password_hash text NOT NULL,
  source_code text,
  invited_by bigint REFERENCES member (id),
  bank_code text NOT NULL REFERENCES bank (code),
  bank_account_name text NOT NULL CHECK (bank_account_name <> ''),
  bank_account_no text NOT NULL CHECK (bank_account_no ~ '^[0-9]+$'),
  currency text NOT NULL CHECK (currency IN ('BAHT', 'LAK')),
  coin integer NOT NULL DEFAULT 0 CHECK (coin >= 0),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'suspended')),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (bank_code, bank_account_no, currency)
);
CREATE INDEX member_invited_by ON member (invited_by) WHERE invited_by IS NOT NULL;

-- A setting's newest version holds; earlier ones are its history.
CREATE TABLE setting (
  key text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  value jsonb NOT NULL,
  actor text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (key, version)
);

CREATE FUNCTION announce_setting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('krapao_setting', NEW.key);
  RETURN NULL;
END $$;
CREATE TRIGGER setting_announced AFTER INSERT ON setting FOR EACH ROW EXECUTE FUNCTION announce_setting();

-- What the member sees of a money movement; one row a cause, kept true by the capability that owns the cause.
CREATE TABLE statement_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  cause text NOT NULL UNIQUE CHECK (cause <> ''),
  statement_type text NOT NULL CHECK (statement_type IN ('deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer')),
  status text NOT NULL CHECK (status IN ('PENDING', 'SUCCESS', 'FAILED')),
  from_label text NOT NULL,
  to_label text NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX statement_entry_page ON statement_entry (member_id, created_at DESC, id DESC);

-- Fixed-window counters for limits that hold over all nodes (log-in failures, OTP sends, uploads).
CREATE TABLE rate_counter (
  key text NOT NULL,
  window_start timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, window_start)
);
