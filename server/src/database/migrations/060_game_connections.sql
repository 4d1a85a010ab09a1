-- Games are reached over connections (decision 180).

-- The house that a leg belongs to, frozen with the leg: only that house can say what came of it. Null: the sandbox's own.
ALTER TABLE transfer_leg ADD COLUMN connection_id uuid, ADD COLUMN external_code text;
CREATE INDEX transfer_leg_connection ON transfer_leg (connection_id)
  WHERE connection_id IS NOT NULL AND state NOT IN ('CONFIRMED', 'REJECTED');

-- Since when it is known that the house tells no figures: the day stays open, and nobody asks again.
ALTER TABLE play_close ADD COLUMN untold_at timestamptz,
  DROP CONSTRAINT play_close_check,
  ADD CONSTRAINT play_close_open CHECK ((closed_at IS NULL AND untold_at IS NULL) = (due_at IS NOT NULL));
