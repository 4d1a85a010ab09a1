-- Members close their own account to thieves, and devices are trusted or not (decision 195).

ALTER TABLE member
  -- Since when nothing leaves the account; by an operator, or null: by the member.
  ADD COLUMN frozen_at timestamptz,
  ADD COLUMN frozen_by bigint REFERENCES operator (id),
  -- When the ways into the account last changed otherwise than by its password: another phone number, the end of a freeze.
  ADD COLUMN access_changed_at timestamptz,
  ADD CHECK (frozen_by IS NULL OR frozen_at IS NOT NULL);

CREATE OR REPLACE FUNCTION date_member_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.bank_code, NEW.bank_account_no, NEW.bank_account_name, NEW.currency)
    IS DISTINCT FROM (OLD.bank_code, OLD.bank_account_no, OLD.bank_account_name, OLD.currency) THEN
    NEW.bank_account_changed_at := now();
  END IF;
  IF NEW.password_hash IS DISTINCT FROM OLD.password_hash THEN
    NEW.password_changed_at := now();
  END IF;
  IF NEW.phone_number IS DISTINCT FROM OLD.phone_number
    OR (OLD.frozen_at IS NOT NULL AND NEW.frozen_at IS NULL) THEN
    NEW.access_changed_at := now();
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER member_changes_dated ON member;
CREATE TRIGGER member_changes_dated
  BEFORE UPDATE OF bank_code, bank_account_no, bank_account_name, currency, password_hash, phone_number, frozen_at
  ON member FOR EACH ROW EXECUTE FUNCTION date_member_changes();

-- The device that a session is on; null: opened before this was kept.
ALTER TABLE session ADD COLUMN device_id uuid;
ALTER TABLE member_device
  ADD COLUMN user_agent text NOT NULL DEFAULT '',
  -- The member does not trust it any more: to log-ins it is a stranger, to the search for shared devices it is not.
  ADD COLUMN forgotten_at timestamptz;

ALTER TABLE otp DROP CONSTRAINT otp_purpose_check;
ALTER TABLE otp ADD CONSTRAINT otp_purpose_check
  CHECK (purpose IN ('registration', 'password', 'pin', 'unfreeze', 'newPhone', 'oldPhone'));

-- Stored settings get the new field; without it they would not fit and fall back to the defaults.
INSERT INTO setting (key, version, value, actor)
SELECT DISTINCT ON (key) key, version + 1, value || '{"freshAccessSatang": 0}', 'migration'
FROM setting WHERE key = 'payout' ORDER BY key, version DESC;
