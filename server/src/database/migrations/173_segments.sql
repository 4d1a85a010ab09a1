-- Filters of the list of members that managers keep under a name (docs/decisions/274-segments.md).

CREATE TABLE member_segment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 50),
  -- As the call takes it.
  filter jsonb NOT NULL,
  saved_by bigint NOT NULL REFERENCES operator (id),
  saved_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX member_segment_name ON member_segment (lower(name));
