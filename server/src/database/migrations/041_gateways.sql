-- Which gateways there are is said in the contract alone (gateways.ts); here only what the code of one may look like.
ALTER TABLE deposit_account
  DROP CONSTRAINT deposit_account_bank_type_check,
  DROP CONSTRAINT deposit_account_check,
  ADD CHECK (bank_type ~ '^[A-Z0-9]+$'),
  ADD CHECK (bank_type NOT IN ('BANK', 'WALLET') OR account_no <> '');
ALTER TABLE gateway_payment
  DROP CONSTRAINT gateway_payment_gateway_check,
  ADD CHECK (gateway ~ '^[A-Z0-9]+$');
