-- The catalogue of payment gateways as rows, and orders that know which connection took them (decision 174).

CREATE TABLE gateway (
  code text PRIMARY KEY CHECK (code ~ '^[A-Z0-9]{1,10}$' AND code NOT IN ('BANK', 'WALLET')),
  title_th text NOT NULL CHECK (title_th <> ''),
  title_la text NOT NULL CHECK (title_la <> ''),
  title_en text NOT NULL CHECK (title_en <> ''),
  -- What its members pay in.
  currency text NOT NULL CHECK (currency IN ('THB', 'LAK')),
  -- What one order may be worth, in satang.
  minimum bigint NOT NULL CHECK (minimum > 0),
  maximum bigint CHECK (maximum >= minimum),
  -- Whole baht.
  presets integer[] NOT NULL,
  shown text NOT NULL CHECK (shown IN ('QR', 'PAGE')),
  -- Null: the sandbox's own gateway of this code, where there is a sandbox. No reference: a removed one must not go on.
  connection_id uuid,
  is_active boolean NOT NULL,
  position integer NOT NULL
);
CREATE TRIGGER gateway_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON gateway
  FOR EACH STATEMENT EXECUTE FUNCTION announce_lookup();

-- The specification's two, as it has them.
INSERT INTO gateway (code, title_th, title_la, title_en, currency, minimum, presets, shown, is_active, position)
SELECT code, title_th, title_la, title_en, 'THB', minimum, presets, 'QR',
  coalesce((SELECT a.is_active FROM deposit_account a WHERE a.bank_type = code ORDER BY a.position LIMIT 1), true), position
FROM (VALUES
  ('WW', 'คิวอาร์พร้อมเพย์', 'QR ພ້ອມເພ', 'PromptPay QR', 10000, ARRAY[100, 200, 300, 500, 1000], 1),
  ('E2P', 'คิวอาร์พร้อมเพย์ 2', 'QR ພ້ອມເພ 2', 'PromptPay QR 2', 5000, ARRAY[50, 100, 200, 500, 1000], 2)
) AS slot (code, title_th, title_la, title_en, minimum, presets, position);

-- They were written down as deposit accounts before, which have money and numbers of their own.
DELETE FROM content_draft WHERE kind = 'account'
  AND item IN (SELECT id::text FROM deposit_account WHERE bank_type NOT IN ('BANK', 'WALLET'));
DELETE FROM deposit_account WHERE bank_type NOT IN ('BANK', 'WALLET');
ALTER TABLE deposit_account
  DROP CONSTRAINT deposit_account_bank_type_check,
  DROP CONSTRAINT deposit_account_check,
  ADD CONSTRAINT deposit_account_bank_type_check CHECK (bank_type IN ('BANK', 'WALLET')),
  ADD CONSTRAINT deposit_account_number CHECK (account_no <> '');

ALTER TABLE gateway_payment
  -- The connection that took the order; of the sandbox, its name. No reference: orders outlive their connection.
  ADD COLUMN connection_id text,
  -- Our id for makers that take no longer one.
  ADD COLUMN reference text NOT NULL UNIQUE DEFAULT upper(left(replace(gen_random_uuid()::text, '-', ''), 20))
    CHECK (reference ~ '^[A-Z0-9]{20}$'),
  -- What is to be paid, in hundredths of its currency; `amount` is what it is worth, at a rate that stays.
  ADD COLUMN pay_currency text NOT NULL DEFAULT 'THB' CHECK (pay_currency IN ('THB', 'LAK')),
  ADD COLUMN pay_amount bigint CHECK (pay_amount > 0),
  ADD COLUMN att_for_baht integer CHECK (att_for_baht > 0),
  -- What was really paid, in hundredths of the order's currency; `paid_amount` is what it is worth.
  ADD COLUMN received bigint CHECK (received > 0),
  -- The maker's page, if the member pays there.
  ADD COLUMN pay_url text CHECK (pay_url ~ '^https?://'),
  -- The newest question to the maker.
  ADD COLUMN asked_at timestamptz,
  -- Since when an operator has to decide: it was paid late, or nobody can be asked about it.
  ADD COLUMN queued_at timestamptz;
UPDATE gateway_payment SET connection_id = 'sandbox-gateway-' || lower(gateway), pay_amount = amount,
  received = paid_amount, queued_at = CASE WHEN note IN ('LATE', 'PAID_BACK') OR status <> 'PAID' THEN paid_at END;
ALTER TABLE gateway_payment
  ALTER COLUMN connection_id SET NOT NULL,
  ALTER COLUMN pay_amount SET NOT NULL,
  ALTER COLUMN pay_currency DROP DEFAULT,
  DROP CONSTRAINT gateway_payment_check1,
  ADD CONSTRAINT gateway_payment_payable
    CHECK (status <> 'OPEN' OR (payment_id IS NOT NULL AND coalesce(payload, pay_url) IS NOT NULL)),
  ADD CONSTRAINT gateway_payment_rate CHECK ((pay_currency = 'LAK') = (att_for_baht IS NOT NULL)),
  ADD CONSTRAINT gateway_payment_baht CHECK (pay_currency = 'LAK' OR pay_amount = amount),
  ADD CONSTRAINT gateway_payment_received CHECK ((received IS NULL) = (paid_amount IS NULL));
CREATE UNIQUE INDEX gateway_payment_maker ON gateway_payment (connection_id, payment_id) WHERE payment_id IS NOT NULL;
DROP INDEX gateway_payment_queue;
CREATE INDEX gateway_payment_queue ON gateway_payment (queued_at) WHERE queued_at IS NOT NULL AND status <> 'PAID';
DROP TRIGGER gateway_payment_queue ON gateway_payment;
CREATE TRIGGER gateway_payment_queue AFTER UPDATE ON gateway_payment
  FOR EACH ROW WHEN (NEW.queued_at IS NOT NULL) EXECUTE FUNCTION announce_queue('latePayments');

-- The sandbox's connections have names.
ALTER TABLE connection_delivery ALTER COLUMN connection_id TYPE text;
