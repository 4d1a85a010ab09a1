-- One bank reference of one paying account proves one payout (docs/decisions/364-one-reference-one-payout.md).

ALTER TABLE withdrawal
  -- The reference that proves this payout and no other, in one spelling (plainReference).
  ADD COLUMN proof text CHECK (proof <> ''),
  -- Whose reference it is: the paying account, else the connection; null while it is not known.
  ADD COLUMN proof_place text,
  -- The payout that this one's reference proves already.
  ADD COLUMN reference_of uuid REFERENCES withdrawal (id),
  ADD CONSTRAINT withdrawal_proof CHECK (
    (proof IS NULL OR (state = 'PAID' AND reference_of IS NULL))
    AND (proof_place IS NULL OR proof IS NOT NULL)
    AND (reference_of IS NULL OR (state = 'PAID' AND reference_of <> id)));

-- What was paid before: the earliest payout keeps its reference, the later ones name it. Nothing that waits changes, so
-- nobody needs to hear of it.
ALTER TABLE withdrawal DISABLE TRIGGER USER;
WITH paid AS (
  SELECT w.id, w.settled_at,
    coalesce(nullif(ltrim(
      regexp_replace(upper(one_spelling(w.trans_ref)), '[-\s\u2010-\u2015\u2212]', '', 'g'), '0'), ''), '0') AS proof,
    coalesce(
      a.bank_code || ':' || a.account_no,
      CASE WHEN w.payout_batch_id IS NULL THEN w.from_bank_code || ':' || nullif(w.from_account_no, '') END,
      'connection:' || w.payout_connection_id) AS place
  FROM withdrawal w LEFT JOIN deposit_account a ON a.id = w.cash_account_id
  WHERE w.state = 'PAID' AND w.trans_ref IS NOT NULL
), uses AS (
  SELECT id, proof, place,
    first_value(id) OVER (PARTITION BY proof, place ORDER BY settled_at, id) AS first_here,
    first_value(id) OVER (PARTITION BY proof ORDER BY settled_at, id) AS first_anywhere,
    -- An account that is not known may be any.
    first_value(CASE WHEN place IS NULL THEN id END) OVER (
      PARTITION BY proof ORDER BY place IS NOT NULL, settled_at, id) AS first_unknown,
    count(*) FILTER (WHERE place IS NULL) OVER (
      PARTITION BY proof ORDER BY settled_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS unknown_before
  FROM paid
), judged AS (
  SELECT id, proof, place, nullif(CASE
    WHEN place IS NULL THEN first_anywhere
    WHEN first_here <> id THEN first_here
    WHEN unknown_before > 0 THEN first_unknown
    ELSE id END, id) AS again_of
  FROM uses
)
UPDATE withdrawal w SET reference_of = again_of,
    proof = CASE WHEN again_of IS NULL THEN judged.proof END,
    proof_place = CASE WHEN again_of IS NULL THEN judged.place END
  FROM judged WHERE judged.id = w.id;
ALTER TABLE withdrawal ENABLE TRIGGER USER;

CREATE UNIQUE INDEX withdrawal_proof ON withdrawal (proof, proof_place) NULLS NOT DISTINCT WHERE proof IS NOT NULL;
CREATE INDEX withdrawal_reference_of ON withdrawal (settled_at) WHERE reference_of IS NOT NULL;
