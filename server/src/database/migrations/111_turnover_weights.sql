-- What a stake counts as turnover of a bonus, in percent by category of the game; frozen at its start. Empty: all of it.
ALTER TABLE member_bonus ADD COLUMN turnover_percent jsonb NOT NULL DEFAULT '{}';
