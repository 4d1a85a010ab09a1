-- Games are rows that operators make, connect and retire (decision 181).

ALTER TABLE game_provider
  ADD COLUMN name_th text CHECK (name_th <> ''),
  ADD COLUMN name_la text CHECK (name_la <> ''),
  ADD COLUMN name_en text CHECK (name_en <> ''),
  -- The light colour of its drawn art; the dark one behind it follows from it.
  ADD COLUMN colour text CHECK (colour ~ '^#[0-9a-f]{6}$'),
  -- Addresses of uploaded pictures. Null: the picture that came with the server, or a drawn one.
  ADD COLUMN logo text CHECK (logo <> ''),
  ADD COLUMN background text CHECK (background <> ''),
  -- How its money moves.
  ADD COLUMN kind text NOT NULL DEFAULT 'transfer' CHECK (kind = 'transfer'),
  -- Null: the sandbox's own game of this code, where there is a sandbox. No reference: a removed one must not go on.
  ADD COLUMN connection_id uuid,
  -- What the maker behind the connection calls it.
  ADD COLUMN external_code text CHECK (external_code <> ''),
  -- Since when nobody plays it any more. The row stays: statements name it, and its code is never used again.
  ADD COLUMN retired_at timestamptz,
  ADD CONSTRAINT game_provider_connected CHECK (connection_id IS NULL OR external_code IS NOT NULL),
  ADD CONSTRAINT game_provider_retired CHECK (retired_at IS NULL OR NOT is_active);
UPDATE game_provider SET name_th = name, name_la = name, name_en = name,
  colour = CASE category WHEN 'slot' THEN '#e0a9cf' WHEN 'sport' THEN '#93cf9c' ELSE '#cda4ef' END;
-- Nodes of the version before read `name` until they are renewed.
ALTER TABLE game_provider
  DROP COLUMN name,
  ADD COLUMN name text NOT NULL GENERATED ALWAYS AS (name_en) STORED,
  ALTER COLUMN name_th SET NOT NULL,
  ALTER COLUMN name_la SET NOT NULL,
  ALTER COLUMN name_en SET NOT NULL,
  ALTER COLUMN colour SET NOT NULL;
CREATE UNIQUE INDEX game_provider_external ON game_provider (connection_id, external_code) WHERE retired_at IS NULL;
