-- What outlives an erasure beside an exclusion (docs/decisions/211-what-outlives-an-erasure.md): keyed hashes of the phones
-- and accounts of erased members, as long as the law keeps their records.
CREATE TABLE former_identity (
  key_hash bytea NOT NULL,
  member_id bigint NOT NULL REFERENCES member (id),
  until timestamptz NOT NULL,
  PRIMARY KEY (key_hash, member_id)
);
CREATE INDEX former_identity_past ON former_identity (until);

-- The erased accounts of the person who has an account now.
CREATE TABLE former_account (
  member_id bigint NOT NULL REFERENCES member (id),
  former_id bigint NOT NULL REFERENCES member (id),
  PRIMARY KEY (member_id, former_id),
  CHECK (former_id <> member_id)
);

-- A member and the erased accounts of the same person, also those before them.
CREATE FUNCTION accounts_of(p_member bigint) RETURNS bigint[] LANGUAGE sql STABLE
SET search_path = public, pg_catalog, pg_temp AS $$
  WITH RECURSIVE own (id) AS (
    SELECT p_member UNION SELECT f.former_id FROM former_account f JOIN own ON f.member_id = own.id)
  SELECT array_agg(id) FROM own
$$;
