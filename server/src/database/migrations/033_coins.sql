-- The wheel's coins are earned by the rise of a member's net deposits above their highest mark. Satang.
-- Design: docs/decisions/145-bonuses.md.
ALTER TABLE member
  ADD COLUMN deposited bigint NOT NULL DEFAULT 0 CHECK (deposited >= 0),
  ADD COLUMN coin_mark bigint NOT NULL DEFAULT 0 CHECK (coin_mark >= 0);

-- What was deposited until now has earned its coins.
UPDATE member SET deposited = d.amount, coin_mark = d.amount
FROM (
  SELECT member_id, sum(amount)::bigint AS amount FROM statement_entry
  WHERE statement_type = 'deposit' AND status = 'SUCCESS' GROUP BY member_id
) d
WHERE d.member_id = member.id;
