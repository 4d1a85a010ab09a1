-- What sealed postings come to, by hour and day, so that a report of a year does not read them all again. Which postings
-- are in it is never a question of time: every one up to and with the seal that report_stamp names, and no other. A
-- report adds what came after that seal from the postings themselves, so that it equals them at every moment.

-- One row: the last seal that is counted, its end, and how many postings are.
CREATE TABLE ledger.report_stamp (
  is_stamp boolean PRIMARY KEY DEFAULT true CHECK (is_stamp),
  seal bigint NOT NULL,
  xid_to xid8 NOT NULL,
  postings bigint NOT NULL
);
INSERT INTO ledger.report_stamp (seal, xid_to, postings) VALUES (0, '0', 0);

-- What an account of the house was debited and credited in an hour; holds and their voids move nothing.
CREATE TABLE ledger.report_hour (
  hour timestamptz NOT NULL,
  account_id bigint NOT NULL,
  debited bigint NOT NULL,
  debits bigint NOT NULL,
  credited bigint NOT NULL,
  credits bigint NOT NULL,
  PRIMARY KEY (hour, account_id)
);

-- Whose money moved on a day in Bangkok by anything but an adjustment or a reversal: one bit for each of the 32,768
-- members of a block, so that a year's members are counted by putting days on top of one another.
CREATE TABLE ledger.report_active (
  day timestamptz NOT NULL,
  block integer NOT NULL,
  members bit(32768) NOT NULL,
  PRIMARY KEY (day, block)
);

-- A wallet's first deposit, which nothing changes: its versions have no gaps.
CREATE TABLE ledger.report_first_deposit (
  account_id bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  amount bigint NOT NULL
);
CREATE INDEX report_first_deposit_at ON ledger.report_first_deposit (at) INCLUDE (amount);

-- Counts what was sealed since the stamp, some seals at a time. Returns how many postings it counted.
CREATE FUNCTION ledger.count_postings() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_from xid8;
  v_seal bigint;
  v_to xid8;
  v_postings bigint;
BEGIN
  -- One counter at a time; whoever comes second leaves it to the first.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('krapao.ledger.count', 0)) THEN
    RETURN 0;
  END IF;
  SELECT s.seal, s.xid_to INTO v_seal, v_from FROM ledger.report_stamp s;
  -- Seals up to 50,000 postings, at least one.
  SELECT max(n.seq), max(n.xid_to), max(n.running) INTO v_seal, v_to, v_postings
  FROM (
    SELECT s.seq, s.xid_to, s.postings, sum(s.postings) OVER (ORDER BY s.seq)::bigint AS running
    FROM (SELECT * FROM ledger.seal s WHERE s.seq > v_seal ORDER BY s.seq LIMIT 10000) s
  ) n WHERE n.running <= 50000 OR n.running = n.postings;
  IF v_postings IS NULL THEN
    RETURN 0;
  END IF;

  INSERT INTO ledger.report_hour AS h (hour, account_id, debited, debits, credited, credits)
    SELECT date_bin('1 hour', p.at, '2020-01-01 00:00+07'), s.account_id,
      coalesce(sum(p.amount) FILTER (WHERE s.is_debit), 0)::bigint, count(*) FILTER (WHERE s.is_debit),
      coalesce(sum(p.amount) FILTER (WHERE NOT s.is_debit), 0)::bigint, count(*) FILTER (WHERE NOT s.is_debit)
    FROM ledger.posting p CROSS JOIN LATERAL (VALUES (p.debit, true), (p.credit, false)) s (account_id, is_debit)
    JOIN ledger.account a ON a.id = s.account_id AND a.mode = 'derived'
    WHERE p.xid >= v_from AND p.xid < v_to AND p.phase IN ('single', 'post')
    GROUP BY 1, 2
    ON CONFLICT (hour, account_id) DO UPDATE SET
      debited = h.debited + excluded.debited, debits = h.debits + excluded.debits,
      credited = h.credited + excluded.credited, credits = h.credits + excluded.credits;

  INSERT INTO ledger.report_active AS d (day, block, members)
    SELECT t.day, (t.member_id / 32768)::int,
      bit_or(set_bit(B'0'::bit(32768), (t.member_id % 32768)::int, 1))
    FROM (
      SELECT DISTINCT date_bin('1 day', p.at, '2020-01-01 00:00+07') AS day, a.member_id
      FROM ledger.posting p CROSS JOIN LATERAL (VALUES (p.debit), (p.credit)) s (account_id)
      JOIN ledger.account a ON a.id = s.account_id AND a.member_id IS NOT NULL
      WHERE p.xid >= v_from AND p.xid < v_to AND p.code <> 'adjustment' AND p.reverses_id IS NULL
    ) t
    GROUP BY 1, 2
    ON CONFLICT (day, block) DO UPDATE SET members = d.members | excluded.members;

  INSERT INTO ledger.report_first_deposit (account_id, at, amount)
    SELECT c.wallet, f.at, f.amount
    FROM (
      SELECT DISTINCT p.credit AS wallet FROM ledger.posting p
      WHERE p.xid >= v_from AND p.xid < v_to AND p.code = 'deposit' AND p.phase = 'single' AND p.reverses_id IS NULL
        AND NOT EXISTS (SELECT FROM ledger.report_first_deposit k WHERE k.account_id = p.credit)
    ) c CROSS JOIN LATERAL (
      SELECT q.at, q.amount FROM ledger.posting q
      WHERE q.credit = c.wallet AND q.credit_version IS NOT NULL
        AND q.code = 'deposit' AND q.phase = 'single' AND q.reverses_id IS NULL
      ORDER BY q.credit_version LIMIT 1
    ) f;

  UPDATE ledger.report_stamp SET seal = v_seal, xid_to = v_to, postings = postings + v_postings;
  RETURN v_postings;
END $$;

REVOKE ALL ON ledger.report_stamp, ledger.report_hour, ledger.report_active, ledger.report_first_deposit FROM PUBLIC, krapao_app;
GRANT SELECT ON ledger.report_stamp, ledger.report_hour, ledger.report_active, ledger.report_first_deposit TO krapao_app;
REVOKE ALL ON FUNCTION ledger.count_postings() FROM PUBLIC, krapao_app;
GRANT EXECUTE ON FUNCTION ledger.count_postings() TO krapao_app;
