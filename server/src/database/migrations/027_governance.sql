-- What guards money and rights against the people who look after them.

-- When a code of two-factor was last given in this session: it is asked again before money or rights.
ALTER TABLE operator_session ADD COLUMN code_given_at timestamptz;

-- What one operator has put into effect alone: the most that one member could get of it, in satang. A day's sum is
-- limited, so that many small offers are not one large one.
CREATE TABLE alone_publication (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  operator_id bigint NOT NULL REFERENCES operator (id),
  kind text NOT NULL,
  item text NOT NULL,
  worst_case bigint NOT NULL CHECK (worst_case > 0),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX alone_publication_operator ON alone_publication (operator_id, at);
REVOKE UPDATE, DELETE, TRUNCATE ON alone_publication FROM krapao_app;
