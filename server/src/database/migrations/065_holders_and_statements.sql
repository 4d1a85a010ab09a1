-- Who holds a phone's key, and what banks said of payouts (docs/decisions/186-holders-of-keys.md).

-- Phones of one holder are one source. Of a phone from before the holder is not known: empty.
ALTER TABLE feed_phone ADD COLUMN holder text NOT NULL DEFAULT '' CHECK (length(holder) <= 60);
ALTER TABLE feed_phone ALTER COLUMN holder DROP DEFAULT;

-- The bank's balance after a transfer, where a statement tells it.
ALTER TABLE incoming_transfer ADD COLUMN statement_balance bigint;

-- Not all of the delivery is stored: it cannot be taken again.
ALTER TABLE connection_delivery ADD COLUMN is_cut boolean NOT NULL DEFAULT false;

-- What banks said against the end of a withdrawal, each thing once: who closed it is not asked again about the same.
CREATE TABLE withdrawal_contradiction (
  withdrawal_id uuid NOT NULL REFERENCES withdrawal (id),
  -- The same for the same line of a file or statement, in whatever file it comes.
  source_key text NOT NULL CHECK (length(source_key) BETWEEN 1 AND 100),
  words text NOT NULL,
  told_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (withdrawal_id, source_key)
);
