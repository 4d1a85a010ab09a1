-- What the provider said last of a stuck operation (docs/decisions/383-the-provider-is-asked-at-the-second-yes.md): satang that
-- moved, zero for nothing. An answer that tells neither changes nothing.
ALTER TABLE transfer_leg ADD COLUMN said_moved bigint CHECK (said_moved >= 0), ADD COLUMN said_at timestamptz;
