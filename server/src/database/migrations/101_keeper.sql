-- The account that a merged one is now, over any number of merges; itself if it was never merged.
CREATE FUNCTION keeper_of(p_member bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH RECURSIVE step (id, merged_into) AS (
    SELECT id, merged_into FROM member WHERE id = p_member
    UNION
    SELECT m.id, m.merged_into FROM step s JOIN member m ON m.id = s.merged_into)
  SELECT id FROM step WHERE merged_into IS NULL
$$;

-- What is found about a merged account is about the person, and holds for the account that stays.
CREATE FUNCTION find_keeper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.member_id := coalesce(keeper_of(NEW.member_id), NEW.member_id);
  RETURN NEW;
END $$;
CREATE TRIGGER identity_finding_keeper BEFORE INSERT ON identity_finding
  FOR EACH ROW EXECUTE FUNCTION find_keeper();
