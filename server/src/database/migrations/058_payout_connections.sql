-- The connection that a payout was sent through, frozen with the first sending: only this bank can say what came of it.
-- Null: the sandbox's bank, or none.
ALTER TABLE withdrawal ADD COLUMN payout_connection_id text;
