-- Bank feeds (docs/decisions/175-bank-feeds.md): what phones and other feeds tell of money that came in.

-- A phone that forwards notices of banks. Its key is a bearer of the connection and is stored as a hash.
CREATE TABLE feed_phone (
  id uuid PRIMARY KEY,
  connection_id uuid NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  key_hash bytea NOT NULL UNIQUE,
  created_by bigint NOT NULL REFERENCES operator (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_by bigint REFERENCES operator (id),
  revoked_at timestamptz,
  CHECK ((revoked_by IS NULL) = (revoked_at IS NULL))
);
CREATE INDEX feed_phone_connection ON feed_phone (connection_id, created_at);

-- When a feed, or one phone of it, was last heard. `phone_id` is null for what the feed's own key proved.
CREATE TABLE feed_heard (
  connection_id uuid NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
  phone_id uuid REFERENCES feed_phone (id) ON DELETE CASCADE,
  heard_at timestamptz NOT NULL,
  -- The newest report of money, and the newest text of a bank that no pattern reads.
  told_at timestamptz,
  unread_at timestamptz,
  unread_count integer NOT NULL DEFAULT 0,
  UNIQUE NULLS NOT DISTINCT (connection_id, phone_id)
);

-- One observation for each text or event of a feed, however often it is delivered. Connections may go; it stays.
CREATE TABLE feed_report (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Who told it: a source tells of each transfer once.
  teller text NOT NULL,
  source_key text NOT NULL,
  connection_id uuid NOT NULL,
  phone_id uuid,
  -- Of the text, to recognise equal ones.
  text_hash bytea NOT NULL,
  posted_at timestamptz NOT NULL,
  deposit_account_id bigint REFERENCES deposit_account (id),
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (currency IN ('THB', 'LAK')),
  transferred_at timestamptz NOT NULL,
  early_seconds integer NOT NULL CHECK (early_seconds >= 0),
  late_seconds integer NOT NULL CHECK (late_seconds >= 0),
  sender jsonb NOT NULL,
  balance_after bigint,
  incoming_transfer_id bigint NOT NULL REFERENCES incoming_transfer (id),
  received_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (teller, source_key)
);
CREATE INDEX feed_report_equal ON feed_report (teller, text_hash, posted_at);
CREATE INDEX feed_report_transfer ON feed_report (incoming_transfer_id);

ALTER TABLE incoming_transfer
  -- The tellers that showed its sender, under its own reference or another one.
  ADD COLUMN named_by text[] NOT NULL DEFAULT '{}',
  DROP CONSTRAINT incoming_transfer_source_check,
  ADD CONSTRAINT incoming_transfer_source_check CHECK (source IN ('NOTICE', 'SLIP', 'STATEMENT', 'OPERATOR', 'FEED'));
UPDATE incoming_transfer t SET named_by = t.told_by || array(
    SELECT w.source FROM transfer_twin w WHERE w.incoming_transfer_id = t.id AND w.sender->>'account' IS NOT NULL)
  WHERE t.sender->>'displayName' <> '' OR t.sender->>'account' IS NOT NULL OR t.sender->>'proxy' IS NOT NULL;
-- Each phone and each feed is a source of its own: `FEED:…`.
-- Two sources may share a reference that is not the transfer's first.
ALTER TABLE transfer_twin
  DROP CONSTRAINT transfer_twin_pkey,
  ADD PRIMARY KEY (deposit_account_id, trans_ref, source),
  DROP CONSTRAINT transfer_twin_source_check,
  ADD CONSTRAINT transfer_twin_source_check CHECK (source ~ '^(NOTICE|SLIP|STATEMENT|OPERATOR|FEED:.+)$');

-- How the bank of an account writes its statement file, so that the operator chooses the columns once.
CREATE TABLE statement_format (
  deposit_account_id bigint PRIMARY KEY REFERENCES deposit_account (id) ON DELETE CASCADE,
  format jsonb NOT NULL,
  changed_by bigint NOT NULL REFERENCES operator (id),
  changed_at timestamptz NOT NULL DEFAULT now()
);
