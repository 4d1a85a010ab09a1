-- Which file of an operator told of a transfer, or of its sender, where no bank had: what becomes of it is money of those
-- who handed the file in.
ALTER TABLE incoming_transfer ADD COLUMN own_money_id bigint REFERENCES own_money (id);
CREATE INDEX incoming_transfer_of_file ON incoming_transfer (member_id, credited_at) WHERE own_money_id IS NOT NULL;
