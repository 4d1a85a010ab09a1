-- Roles that administrators make beside the built-in ones (docs/decisions/277-custom-roles.md).
CREATE TABLE custom_role (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> '' AND lower(name) NOT IN ('support', 'cashier', 'manager', 'administrator')),
  -- Of contract/src/permissions.ts; never what administrators alone have.
  permissions text[] NOT NULL CHECK (
    cardinality(permissions) > 0
    AND NOT permissions && ARRAY['settings.edit', 'operator.manage', 'connection.manage', 'data.retained']),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX custom_role_name ON custom_role (lower(name));

ALTER TABLE operator ADD COLUMN custom_role_id bigint REFERENCES custom_role (id);
ALTER TABLE operator DROP CONSTRAINT operator_role_check;
ALTER TABLE operator ADD CONSTRAINT operator_role_check CHECK (
  role IN ('support', 'cashier', 'manager', 'administrator', 'custom')
  AND (role = 'custom') = (custom_role_id IS NOT NULL));
CREATE INDEX operator_of_role ON operator (custom_role_id) WHERE custom_role_id IS NOT NULL;
