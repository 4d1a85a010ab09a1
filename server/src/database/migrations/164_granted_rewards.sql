-- What operators give a member: a bonus, a coupon or coins (docs/decisions/265-granted-rewards.md).

CREATE TABLE reward_grant (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  member_id bigint NOT NULL REFERENCES member (id),
  kind text NOT NULL CHECK (kind IN ('bonus', 'moneyCoupon', 'bonusCoupon', 'coins')),
  -- Satang, or coins.
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  state text NOT NULL CHECK (state IN ('PENDING', 'APPLIED', 'REJECTED')),
  requested_by bigint NOT NULL REFERENCES operator (id),
  decided_by bigint REFERENCES operator (id),
  decided_because text,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  member_bonus_id bigint UNIQUE REFERENCES member_bonus (id),
  idempotency_key text NOT NULL,
  fingerprint bytea NOT NULL,
  CHECK ((decided_by IS NOT NULL) = (decided_at IS NOT NULL))
);
CREATE UNIQUE INDEX reward_grant_key ON reward_grant (requested_by, idempotency_key);
CREATE INDEX reward_grant_member ON reward_grant (member_id, created_at DESC);
CREATE INDEX reward_grant_decider ON reward_grant (decided_by) WHERE decided_by IS NOT NULL;

-- A coupon is a prize of the wheel or a gift of an operator.
ALTER TABLE coupon
  ALTER COLUMN spin_id DROP NOT NULL,
  ADD COLUMN grant_id uuid UNIQUE REFERENCES reward_grant (id),
  ADD CHECK ((spin_id IS NULL) <> (grant_id IS NULL));

-- A bonus that an operator gave has no definition.
ALTER TABLE member_bonus
  DROP CONSTRAINT member_bonus_check,
  ADD CONSTRAINT member_bonus_code_check CHECK (
    CASE source WHEN 'promotion' THEN code IS NOT NULL WHEN 'bonus' THEN true ELSE code IS NULL END);
