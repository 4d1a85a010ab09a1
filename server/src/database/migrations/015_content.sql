-- Content that operators edit: drafts, and the versions of what stands in tables (settings keep theirs in `setting`).

-- One draft of a thing at a time, shared by all operators. `item` is `new` for what is not there yet.
CREATE TABLE content_draft (
  kind text NOT NULL CHECK (kind ~ '^[a-z]+$'),
  item text NOT NULL CHECK (item ~ '^[A-Za-z0-9_-]{1,40}$'),
  -- Counts the savings of this draft, so that nobody overwrites what a colleague saved meanwhile.
  revision integer NOT NULL CHECK (revision > 0),
  -- The version that it began from, and what stood there then.
  base_version integer NOT NULL CHECK (base_version >= 0),
  base jsonb NOT NULL,
  value jsonb NOT NULL,
  actor text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, item)
);

-- Version 0 is what stood there before an operator published for the first time.
CREATE TABLE content_version (
  kind text NOT NULL CHECK (kind ~ '^[a-z]+$'),
  item text NOT NULL,
  version integer NOT NULL CHECK (version >= 0),
  value jsonb NOT NULL,
  actor text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, item, version)
);
REVOKE UPDATE, DELETE, TRUNCATE ON content_version FROM krapao_app;
