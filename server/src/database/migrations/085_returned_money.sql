-- Money that safer play kept out and that went back: the reference of the transfer, or of the gateway's refund
-- (docs/decisions/202-limits-at-every-way-in.md).
ALTER TABLE incoming_transfer ADD COLUMN returned_reference text CHECK (returned_reference <> '');
ALTER TABLE gateway_payment ADD COLUMN returned_reference text CHECK (returned_reference <> '');
ALTER TABLE gift_link ADD COLUMN returned_reference text CHECK (returned_reference <> '');
