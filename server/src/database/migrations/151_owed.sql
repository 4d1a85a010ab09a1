-- The daily proof of what members are owed: docs/decisions/241-proof-of-what-members-are-owed.md.

-- One root a day and currency, for ever. A binary Merkle-sum tree over what each member is owed, wallet and money in
-- transfer together, as of a root over the heads.
CREATE TABLE ledger.owed_root (
  day date NOT NULL,
  currency text NOT NULL,
  root bigint NOT NULL REFERENCES ledger.root (seq),
  at timestamptz NOT NULL,
  members bigint NOT NULL,
  -- Satang.
  amount bigint NOT NULL CHECK (amount >= 0),
  hash bytea NOT NULL,
  PRIMARY KEY (day, currency)
);
-- What receipts of a day are made from, for as many days as ledger.prove_owed says. Each member has two leaves at random
-- places, and a random share of the amount is in the first: so a path shows nobody's amount.
CREATE TABLE ledger.owed_secret (
  day date PRIMARY KEY,
  secret bytea NOT NULL
);
-- 1,024 leaves in the order of their nonces, and the node over them. A leaf is twice its member, plus one for the second.
CREATE TABLE ledger.owed_block (
  day date NOT NULL,
  currency text NOT NULL,
  nth integer NOT NULL,
  first_nonce bytea NOT NULL,
  leaves bigint[] NOT NULL,
  amounts bigint[] NOT NULL,
  amount bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (day, currency, nth)
);
CREATE TRIGGER owed_root_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.owed_root
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER owed_secret_immutable BEFORE UPDATE OR TRUNCATE ON ledger.owed_secret
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER owed_block_immutable BEFORE UPDATE OR TRUNCATE ON ledger.owed_block
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();

-- The root of a binary Merkle-sum tree over nodes; a node without a neighbour moves up as it is. ledger/merkleSum.ts
-- makes the same.
CREATE FUNCTION ledger.merkle_sum(p_hashes bytea[], p_amounts bigint[], OUT hash bytea, OUT amount bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_nodes integer := cardinality(p_hashes);
  v_to integer;
BEGIN
  WHILE v_nodes > 1 LOOP
    v_to := 0;
    FOR v_from IN 1 .. v_nodes BY 2 LOOP
      v_to := v_to + 1;
      IF v_from < v_nodes THEN
        p_hashes[v_to] := sha256(convert_to(concat_ws('|', 'node', encode(p_hashes[v_from], 'hex'), p_amounts[v_from],
          encode(p_hashes[v_from + 1], 'hex'), p_amounts[v_from + 1]), 'UTF8'));
        p_amounts[v_to] := p_amounts[v_from] + p_amounts[v_from + 1];
      ELSE
        p_hashes[v_to] := p_hashes[v_from];
        p_amounts[v_to] := p_amounts[v_from];
      END IF;
    END LOOP;
    v_nodes := v_to;
  END LOOP;
  hash := p_hashes[1];
  amount := p_amounts[1];
END $$;

-- Makes the trees of today in Bangkok, if there are none yet and the sealer is at the end of the postings. Removes what
-- receipts of older days were made from. Returns how many trees it made.
CREATE FUNCTION ledger.prove_owed() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
  v_day date := (now() AT TIME ZONE 'Asia/Bangkok')::date;
  v_root ledger.root;
  v_secret bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  v_inner bytea := decode(repeat('36', 64), 'hex');
  v_outer bytea := decode(repeat('5c', 64), 'hex');
  v_trees bigint;
  c_days constant integer := 7;
BEGIN
  -- Before the first root there is nothing to prove.
  IF EXISTS (SELECT FROM ledger.owed_root r WHERE r.day >= v_day) OR NOT EXISTS (SELECT FROM ledger.root) THEN
    RETURN 0;
  END IF;
  -- The heads must stay those of the root until it is committed.
  PERFORM pg_advisory_xact_lock(hashtextextended('krapao.ledger.heads', 0));
  PERFORM ledger.seal_heads();
  PERFORM ledger.make_root();
  PERFORM FROM ledger.seal_hint h WHERE h.is_at_end AND NOT h.is_moved;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  SELECT * INTO v_root FROM ledger.root r ORDER BY r.seq DESC LIMIT 1;

  -- The padded keys of HMAC-SHA256.
  FOR v_byte IN 0 .. 31 LOOP
    v_inner := set_byte(v_inner, v_byte, get_byte(v_secret, v_byte) # 54);
    v_outer := set_byte(v_outer, v_byte, get_byte(v_secret, v_byte) # 92);
  END LOOP;
  INSERT INTO ledger.owed_secret (day, secret) VALUES (v_day, v_secret);

  INSERT INTO ledger.owed_block (day, currency, nth, first_nonce, leaves, amounts, amount, hash)
  WITH owed AS (
    SELECT a.member_id AS member, a.currency, coalesce(sum(h.posted), 0)::bigint AS amount
    FROM ledger.account a LEFT JOIN ledger.head h ON h.account_id = a.id
    WHERE a.mode = 'strict' GROUP BY a.member_id, a.currency
  ), split AS (
    SELECT o.*, floor(o.amount::numeric * ('x' || left(encode(
      sha256(v_outer || sha256(v_inner || convert_to('split|' || o.member, 'UTF8'))), 'hex'), 8))::bit(32)::bigint / 4294967296)::bigint AS first
    FROM owed o
  ), leaf AS (
    SELECT s.currency, s.member, n.share, CASE n.share WHEN 0 THEN s.first ELSE s.amount - s.first END AS amount,
      sha256(v_outer || sha256(v_inner || convert_to(concat_ws('|', 'nonce', s.member, n.share), 'UTF8'))) AS nonce
    FROM split s CROSS JOIN (VALUES (0), (1)) n (share)
  ), placed AS (
    SELECT l.*, (row_number() OVER (PARTITION BY l.currency ORDER BY l.nonce) - 1) / 1024 AS nth,
      sha256(convert_to(concat_ws('|', 'leaf', encode(l.nonce, 'hex'), l.member, l.share, l.amount), 'UTF8')) AS hash
    FROM leaf l
  ), block AS (
    SELECT p.currency, p.nth, (array_agg(p.nonce ORDER BY p.nonce))[1] AS first_nonce,
      array_agg(p.member * 2 + p.share ORDER BY p.nonce) AS leaves, array_agg(p.amount ORDER BY p.nonce) AS amounts,
      array_agg(p.hash ORDER BY p.nonce) AS hashes
    FROM placed p GROUP BY p.currency, p.nth
  )
  SELECT v_day, b.currency, b.nth, b.first_nonce, b.leaves, b.amounts, m.amount, m.hash
  FROM block b CROSS JOIN LATERAL ledger.merkle_sum(b.hashes, b.amounts) m;

  INSERT INTO ledger.owed_root (day, currency, root, at, members, amount, hash)
  SELECT v_day, b.currency, v_root.seq, v_root.at, b.leaves / 2, m.amount, m.hash
  FROM (
    SELECT k.currency, sum(cardinality(k.leaves)) AS leaves, array_agg(k.hash ORDER BY k.nth) AS hashes, array_agg(k.amount ORDER BY k.nth) AS amounts
    FROM ledger.owed_block k WHERE k.day = v_day GROUP BY k.currency
  ) b CROSS JOIN LATERAL ledger.merkle_sum(b.hashes, b.amounts) m;
  GET DIAGNOSTICS v_trees = ROW_COUNT;
  DELETE FROM ledger.owed_block k WHERE k.day <= v_day - c_days;
  DELETE FROM ledger.owed_secret k WHERE k.day <= v_day - c_days;
  RETURN v_trees;
END $$;

REVOKE ALL ON ledger.owed_root, ledger.owed_secret, ledger.owed_block FROM PUBLIC, krapao_app;
GRANT SELECT ON ledger.owed_root, ledger.owed_secret, ledger.owed_block TO krapao_app;
REVOKE ALL ON FUNCTION ledger.merkle_sum(bytea[], bigint[]), ledger.prove_owed() FROM PUBLIC, krapao_app;
GRANT EXECUTE ON FUNCTION ledger.prove_owed() TO krapao_app;
