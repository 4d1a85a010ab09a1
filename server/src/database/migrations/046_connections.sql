-- Real counterparts by settings (decision 169). `secrets` is a JSON object, sealed for this row; it is never read back.
CREATE TABLE connection (
  id uuid PRIMARY KEY,
  capability text NOT NULL CHECK (capability ~ '^[a-zA-Z]+$'),
  driver text NOT NULL CHECK (driver ~ '^[a-z0-9][a-z0-9-]*$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  priority integer NOT NULL CHECK (priority BETWEEN 1 AND 1000),
  is_active boolean NOT NULL,
  is_shadow boolean NOT NULL,
  config jsonb NOT NULL,
  secrets bytea NOT NULL,
  secret_names text[] NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_by bigint NOT NULL REFERENCES operator (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_by bigint NOT NULL REFERENCES operator (id),
  changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION announce_connection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('krapao_connection', '');
  RETURN NULL;
END $$;
CREATE TRIGGER connection_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON connection
  FOR EACH STATEMENT EXECUTE FUNCTION announce_connection();

-- What calls of connections came to, of all nodes; kept for 7 days. Fixed connections have no row above, but a name.
CREATE TABLE connection_call (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connection_id text NOT NULL,
  at timestamptz NOT NULL,
  operation text NOT NULL,
  trouble text,
  took_ms integer NOT NULL,
  quota_left bigint,
  -- Of a shadow: whether it said what the deciding connection said; null where the two cannot be compared.
  agrees boolean
);
CREATE INDEX connection_call_newest ON connection_call (connection_id, at DESC);
CREATE INDEX connection_call_at ON connection_call (at);
-- The newest of each kind may lie far behind many of the other.
CREATE INDEX connection_call_success ON connection_call (connection_id, at DESC) WHERE trouble IS NULL;
CREATE INDEX connection_call_trouble ON connection_call (connection_id, at DESC) WHERE trouble IS NOT NULL;
CREATE INDEX connection_call_quota ON connection_call (connection_id, at DESC) WHERE quota_left IS NOT NULL;
CREATE INDEX connection_call_shadow ON connection_call (connection_id, at DESC) WHERE agrees IS NOT NULL;
