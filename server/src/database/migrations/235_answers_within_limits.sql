-- Payments that an uploaded answer tells count in the uploader's limits (docs/decisions/382-answers-count.md): which request
-- booked a row that was above them, and who told of a line of a bank's statement.
ALTER TABLE payout_batch_row ADD COLUMN approval_id uuid REFERENCES approval (id);
ALTER TABLE statement_outgoing ADD COLUMN told_by bigint REFERENCES operator (id);
-- The bank's reference as plainReference has it, to find lines that name the reference of a payout.
ALTER TABLE statement_outgoing ADD COLUMN proof text GENERATED ALWAYS AS (nullif(ltrim(
  regexp_replace(upper(one_spelling(reference)), '[-\s\u2010-\u2015\u2212]', '', 'g'), '0'), '')) STORED;
CREATE INDEX statement_outgoing_proof ON statement_outgoing (proof) WHERE proof IS NOT NULL;
