-- What an offer would have cost, tried on last month's members before it is published
-- (docs/decisions/290-what-if.md).
CREATE TABLE offer_simulation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('bonus', 'wheel')),
  -- SHA-256 of the terms, without the texts: a draft, a request for approval and a version with these terms find it.
  terms_hash bytea NOT NULL CHECK (length(terms_hash) = 32),
  value jsonb NOT NULL,
  -- The same seed on the same snapshot gives the same result.
  seed text NOT NULL CHECK (seed <> ''),
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'DONE', 'CANCELLED', 'FAILED')),
  percent integer NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
  result jsonb,
  asked_by bigint NOT NULL REFERENCES operator (id),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  claim integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT now(),
  CHECK ((state = 'DONE') = (result IS NOT NULL)),
  CHECK ((state = 'WAITING') = (due_at IS NOT NULL)),
  CHECK ((state = 'WAITING') = (ended_at IS NULL))
);
CREATE INDEX offer_simulation_terms ON offer_simulation (kind, terms_hash, created_at DESC);
CREATE INDEX offer_simulation_due ON offer_simulation (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX offer_simulation_asker ON offer_simulation (asked_by);
