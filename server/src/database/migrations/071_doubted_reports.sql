-- Who vouches for money (docs/decisions/191-who-vouches-for-money.md).

-- Tellers whose report of it may be an earlier one once more, or a late one: they vouch for nothing.
ALTER TABLE incoming_transfer ADD COLUMN doubted_tellers text[] NOT NULL DEFAULT '{}';
-- The transfer that a doubted teller told of before in the same words: only who told of both tells that they are two.
ALTER TABLE incoming_transfer ADD COLUMN repeats bigint REFERENCES incoming_transfer (id);

-- What waits in doubt now.
UPDATE incoming_transfer SET doubted_tellers = told_by WHERE status = 'QUEUED' AND note = 'MAYBE_OLD';
