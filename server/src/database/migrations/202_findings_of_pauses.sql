-- A finding about somebody else's break or exclusion names it, and closes something as long as it holds
-- (docs/decisions/304-other-accounts-of-who-stops.md).
UPDATE identity_finding f SET subject = 'pause:' || p.id
FROM (SELECT member_id, max(id) AS id FROM pause WHERE kind = 'exclusion' AND ended_at IS NULL GROUP BY member_id) p
WHERE f.kind = 'excluded' AND f.subject = p.member_id::text;

-- Whether what a finding was noted for still is so. Of a pause as HOLDS in modules/protection/pauseRow.ts says.
CREATE FUNCTION finding_holds(p_kind text, p_subject text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_kind <> 'excluded' OR p_subject NOT LIKE 'pause:%' OR EXISTS (
    SELECT FROM pause
    WHERE id = CASE WHEN p_subject LIKE 'pause:%' THEN substr(p_subject, 7)::bigint END
      AND ended_at IS NULL AND (kind = 'exclusion' OR until_at > site.now()))
$$;

-- Whether documents that were approved show two persons: both have a birth date, and none in common.
CREATE FUNCTION born_differently(p_one bigint, p_other bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH born AS (
    SELECT member_id, birth_date FROM identity_request
    WHERE member_id IN (p_one, p_other) AND state = 'APPROVED' AND birth_date IS NOT NULL)
  SELECT EXISTS (SELECT FROM born WHERE member_id = p_one) AND EXISTS (SELECT FROM born WHERE member_id = p_other)
    AND NOT EXISTS (
      SELECT FROM born mine JOIN born theirs USING (birth_date)
      WHERE mine.member_id = p_one AND theirs.member_id = p_other)
$$;

-- Whether anything may close a member's play, so that the rules of protection must be asked (modules/protection/admit.ts).
-- A rule of play that reads another table needs its line here. False for who has no limit, no break, no finding that
-- holds, no question open, and has begun to play: most bets of most members.
CREATE OR REPLACE FUNCTION play_must_be_asked(p_member bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM pause WHERE member_id = p_member AND ended_at IS NULL)
    OR EXISTS (SELECT FROM reality_check WHERE member_id = p_member AND asked_at IS NOT NULL)
    OR EXISTS (SELECT FROM game_closing WHERE member_id = p_member)
    OR EXISTS (SELECT FROM identity_finding WHERE member_id = p_member AND finding_holds(kind, subject))
    OR EXISTS (SELECT FROM member_limit WHERE member_id = p_member AND from_at IS NOT NULL AND ended_at IS NULL)
    OR NOT EXISTS (SELECT FROM play_session WHERE member_id = p_member AND ended_at IS NULL)
$$;
