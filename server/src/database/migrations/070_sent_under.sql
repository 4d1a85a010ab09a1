-- Which settings and keys an order was sent with (decision 190): under others, that nobody knows it proves nothing.

-- The version in which the settings or the keys of a connection last changed; a new name or a switch changes none.
ALTER TABLE connection ADD COLUMN settings_version integer NOT NULL DEFAULT 1;

-- Frozen with the first sending. Null: sent before this was kept, or through no connection.
ALTER TABLE withdrawal ADD COLUMN payout_settings_version integer;
ALTER TABLE transfer_leg ADD COLUMN connection_settings_version integer;
UPDATE withdrawal SET payout_settings_version = 1
  WHERE payout_connection_id IS NOT NULL AND state IN ('SENT', 'UNKNOWN', 'HELD');
UPDATE transfer_leg SET connection_settings_version = 1
  WHERE connection_id IS NOT NULL AND state NOT IN ('CONFIRMED', 'REJECTED') AND sends > 0;
