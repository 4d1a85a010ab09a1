-- What members have from the house and it from them, by posting: the one source of every sum of a member's money
-- (docs/decisions/368-one-word-one-sum.md). Bets, wins and the steps of transfers are no part of it: figures of play count
-- those, and archives drop them.
CREATE VIEW ledger.member_money AS
  SELECT w.member_id, p.id AS posting_id, p.at, p.code, p.cause, h.kind, p.amount::bigint AS amount
  FROM ledger.account w
  JOIN ledger.posting p ON p.credit = w.id AND p.credit_version IS NOT NULL AND p.phase IN ('single', 'post')
    AND p.code NOT IN ('game_bet', 'game_win', 'game_cancel', 'transfer_reserve', 'transfer_in', 'transfer_out', 'transfer_return')
  JOIN ledger.account h ON h.id = p.debit AND h.mode = 'derived'
  WHERE w.kind = 'wallet' AND w.currency = 'THB'
  UNION ALL
  SELECT w.member_id, p.id, p.at, p.code, p.cause, h.kind, -p.amount::bigint
  FROM ledger.account w
  JOIN ledger.posting p ON p.debit = w.id AND p.debit_version IS NOT NULL AND p.phase IN ('single', 'post')
    AND p.code NOT IN ('game_bet', 'game_win', 'game_cancel', 'transfer_reserve', 'transfer_in', 'transfer_out', 'transfer_return')
  JOIN ledger.account h ON h.id = p.credit AND h.mode = 'derived'
  WHERE w.kind = 'wallet' AND w.currency = 'THB';
GRANT SELECT ON ledger.member_money TO krapao_app;

-- As before (140), with an index for each side of the view: a member's postings of money are found beside a million bets.
CREATE OR REPLACE FUNCTION ledger.guard_part(p_part text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_money text := $q$phase IN ('single', 'post') AND code NOT IN ('game_bet', 'game_win', 'game_cancel', 'transfer_reserve', 'transfer_in', 'transfer_out', 'transfer_return')$q$;
BEGIN
  EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON ledger.%I (credit, credit_version) WHERE credit_version IS NOT NULL',
    p_part || '_credit_version', p_part);
  EXECUTE format('CREATE UNIQUE INDEX IF NOT EXISTS %I ON ledger.%I (debit, debit_version) WHERE debit_version IS NOT NULL',
    p_part || '_debit_version', p_part);
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON ledger.%I (credit, at) INCLUDE (debit, amount) WHERE credit_version IS NOT NULL AND %s',
    p_part || '_money_in', p_part, v_money);
  EXECUTE format('CREATE INDEX IF NOT EXISTS %I ON ledger.%I (debit, at) INCLUDE (credit, amount) WHERE debit_version IS NOT NULL AND %s',
    p_part || '_money_out', p_part, v_money);
  EXECUTE format('CREATE OR REPLACE TRIGGER posting_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.%I
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse()', p_part);
  EXECUTE format('REVOKE ALL ON ledger.%I FROM PUBLIC, krapao_app', p_part);
  -- Rows are only added. Vacuum freezes them and notes whole pages early, so that it never comes back to a full part.
  EXECUTE format('ALTER TABLE ledger.%I SET (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_freeze_min_age = 0)', p_part);
END $$;
SELECT ledger.guard_part(c.relname::text)
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'ledger.posting'::regclass;
