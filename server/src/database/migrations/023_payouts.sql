-- Money that leaves: the rules of automatic payout, kip frozen in a withdrawal, files for the bank that pay once.

-- Since when the member has this bank account and this password: what was changed just now is paid by a person.
ALTER TABLE member
  ADD COLUMN IF NOT EXISTS bank_account_changed_at timestamptz,
  ADD COLUMN password_changed_at timestamptz;
UPDATE member SET
  bank_account_changed_at = coalesce(bank_account_changed_at, created_at),
  password_changed_at = created_at;
ALTER TABLE member
  ALTER COLUMN bank_account_changed_at SET NOT NULL,
  ALTER COLUMN bank_account_changed_at SET DEFAULT now(),
  ALTER COLUMN password_changed_at SET NOT NULL,
  ALTER COLUMN password_changed_at SET DEFAULT now();

-- A trigger, so that no way to change them is forgotten.
CREATE FUNCTION date_member_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.bank_code, NEW.bank_account_no, NEW.bank_account_name, NEW.currency)
    IS DISTINCT FROM (OLD.bank_code, OLD.bank_account_no, OLD.bank_account_name, OLD.currency) THEN
    NEW.bank_account_changed_at := now();
  END IF;
  IF NEW.password_hash IS DISTINCT FROM OLD.password_hash THEN
    NEW.password_changed_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER member_changes_dated
  BEFORE UPDATE OF bank_code, bank_account_no, bank_account_name, currency, password_hash ON member
  FOR EACH ROW EXECUTE FUNCTION date_member_changes();

-- A file for the bank's batch payment, kept as it was made. One that was taken back pays nothing.
CREATE TABLE payout_batch (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  made_by bigint NOT NULL REFERENCES operator (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  file_name text NOT NULL CHECK (file_name <> ''),
  content text NOT NULL,
  items integer NOT NULL CHECK (items > 0),
  taken_back_by bigint REFERENCES operator (id),
  taken_back_at timestamptz,
  CHECK ((taken_back_by IS NULL) = (taken_back_at IS NULL))
);

ALTER TABLE withdrawal
  -- The rules that kept it from automatic payout; none of them: it was released. Null: no rule has been asked.
  ADD COLUMN stopped_by text[],
  -- When it was released to be paid, by the rules or by a person.
  ADD COLUMN released_at timestamptz,
  -- What leaves the bank, frozen when it was asked for: the same satang for baht, whole kip in hundredths for kip.
  ADD COLUMN pay_currency text NOT NULL DEFAULT 'THB' CHECK (pay_currency IN ('THB', 'LAK')),
  ADD COLUMN pay_amount bigint CHECK (pay_amount > 0),
  ADD COLUMN att_for_baht integer CHECK (att_for_baht > 0),
  -- The file for the bank that it stands in.
  ADD COLUMN payout_batch_id bigint REFERENCES payout_batch (id);
-- Those from before have the rate of now, for want of their own.
UPDATE withdrawal SET pay_currency = 'LAK', att_for_baht = coalesce(
  (SELECT (value ->> 'attForBaht')::integer FROM setting WHERE key = 'kip' ORDER BY version DESC LIMIT 1), 68000)
  WHERE currency = 'LAK';
UPDATE withdrawal SET pay_amount = CASE pay_currency WHEN 'THB' THEN amount
  ELSE greatest(amount * att_for_baht / 10000, 1) * 100 END;
ALTER TABLE withdrawal
  ALTER COLUMN pay_amount SET NOT NULL,
  ADD CONSTRAINT withdrawal_pay_rate CHECK ((pay_currency = 'LAK') = (att_for_baht IS NOT NULL)),
  ADD CONSTRAINT withdrawal_pay_kip_whole CHECK (pay_currency = 'THB' OR pay_amount % 100 = 0),
  ADD CONSTRAINT withdrawal_pay_baht CHECK (pay_currency = 'LAK' OR pay_amount = amount);
-- What the sums of an hour and of a member's day are counted from.
CREATE INDEX withdrawal_released ON withdrawal (released_at) WHERE released_at IS NOT NULL;
CREATE INDEX withdrawal_batch ON withdrawal (payout_batch_id) WHERE payout_batch_id IS NOT NULL;
