-- Keys of services, and what is doubted of a feed (docs/decisions/198-keys-doubts-and-takeovers.md).

-- A key that the site made for a service, not for a phone.
ALTER TABLE feed_phone ADD COLUMN is_service boolean NOT NULL DEFAULT false;
ALTER TABLE feed_phone ALTER COLUMN is_service DROP DEFAULT;

-- Who ever typed keys of a connection: they know them, also when the connection is gone.
CREATE TABLE typed_secret (
  connection_id uuid NOT NULL,
  operator_id bigint NOT NULL REFERENCES operator (id),
  PRIMARY KEY (connection_id, operator_id)
);
INSERT INTO typed_secret (connection_id, operator_id)
  SELECT DISTINCT id, operator_id FROM connection, unnest(ARRAY[created_by, changed_by]) operator_id
  WHERE secret_names <> '{}';
