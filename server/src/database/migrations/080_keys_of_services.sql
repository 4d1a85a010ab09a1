-- Keys of services, and what is doubted of a feed (docs/decisions/198-keys-doubts-and-takeovers.md).

-- A key that the site made for a service, not for a phone.
ALTER TABLE feed_phone ADD COLUMN is_service boolean NOT NULL DEFAULT false;
ALTER TABLE feed_phone ALTER COLUMN is_service DROP DEFAULT;

-- The operators who ever typed keys of a connection: they know them.
ALTER TABLE connection ADD COLUMN secrets_by bigint[] NOT NULL DEFAULT '{}';
UPDATE connection SET secrets_by = CASE WHEN created_by = changed_by THEN ARRAY[created_by]
  ELSE ARRAY[created_by, changed_by] END WHERE secret_names <> '{}';
