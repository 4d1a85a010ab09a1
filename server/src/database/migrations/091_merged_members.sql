-- Two accounts of one person become one (docs/decisions/207-merging-accounts.md). The account that goes keeps its rows, and
-- its phone number and bank account, which nobody can register again.
ALTER TABLE member
  ADD COLUMN merged_into bigint REFERENCES member (id),
  ADD COLUMN merged_at timestamptz,
  ADD CONSTRAINT member_merged CHECK ((merged_into IS NULL) = (merged_at IS NULL)),
  ADD CONSTRAINT member_merged_is_closed CHECK (merged_into IS NULL OR (status = 'suspended' AND merged_into <> id));
CREATE INDEX member_merged_into ON member (merged_into) WHERE merged_into IS NOT NULL;

-- Money passes through an account of the house: no posting touches two members.
DROP TRIGGER account_is_of_a_kind ON ledger.account;
CREATE TRIGGER account_is_of_a_kind BEFORE INSERT ON ledger.account
  FOR EACH ROW WHEN ((
    CASE NEW.mode
      WHEN 'strict' THEN NEW.kind IN ('wallet', 'in_transfer') AND NEW.member_id IS NOT NULL AND NEW.floor IS NOT NULL
      WHEN 'derived' THEN NEW.kind IN ('bank', 'gateway', 'gift', 'provider', 'payout', 'bonus', 'coupon', 'refund', 'invite', 'wheel',
        'adjustment', 'cash', 'cash_flow', 'merge') AND NEW.member_id IS NULL AND NEW.floor IS NULL
    END AND NEW.posted = 0 AND NEW.held = 0 AND NEW.version = 0) IS NOT TRUE)
  EXECUTE FUNCTION ledger.refuse();
