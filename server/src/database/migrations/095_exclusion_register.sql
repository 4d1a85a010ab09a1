-- When the central register of exclusions was last asked about each member (rule 13, decision 204).
CREATE TABLE register_check (
  member_id bigint PRIMARY KEY REFERENCES member (id),
  -- Null: it never answered.
  asked_at timestamptz,
  is_listed boolean,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT clock_timestamp(),
  claim integer NOT NULL DEFAULT 0,
  CHECK ((asked_at IS NULL) = (is_listed IS NULL))
);
CREATE INDEX register_check_due ON register_check (due_at) WHERE due_at IS NOT NULL;
