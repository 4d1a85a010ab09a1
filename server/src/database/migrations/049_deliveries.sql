-- What makers sent to /webhooks/<connection id>, raw, for 30 days (decision 173). `sealed` holds headers, query and body.
-- No reference to the connection: its deliveries outlive it.
CREATE TABLE connection_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connection_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- How often the same body came.
  times integer NOT NULL DEFAULT 1,
  address text NOT NULL,
  body_hash bytea NOT NULL,
  sealed bytea NOT NULL,
  reading text NOT NULL CHECK (reading IN ('proved', 'hint', 'ignored', 'refused')),
  -- Why it was refused, or what came of it.
  outcome text NOT NULL,
  -- The order that it tells of, as the maker names it.
  reference text,
  UNIQUE (connection_id, body_hash, reading)
);
CREATE INDEX connection_delivery_newest ON connection_delivery (connection_id, id DESC);
CREATE INDEX connection_delivery_at ON connection_delivery (last_at);
