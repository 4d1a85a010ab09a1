-- An account that others were merged into may be merged itself later: what a game pays goes to the account that stays in
-- the end, whose wallet a member can open.
DO $$
DECLARE
  v_text text := pg_get_functiondef('book_game_move'::regproc);
  v_change text[];
BEGIN
  FOREACH v_change SLICE 1 IN ARRAY ARRAY[
    [$a$w.id AS wallet, m.merged_into,$a$,
     $b$w.id AS wallet, CASE WHEN m.merged_into IS NOT NULL THEN w.member_id END AS merged_into,$b$],
    [$a$w.member_id = coalesce(m.merged_into, m.id)$a$,
     $b$w.member_id = CASE WHEN m.merged_into IS NULL THEN m.id ELSE keeper_of(m.id) END$b$]
  ] LOOP
    IF (length(v_text) - length(replace(v_text, v_change[1], ''))) / length(v_change[1]) <> 1 THEN
      RAISE EXCEPTION 'book_game_move does not have once: %', v_change[1];
    END IF;
    v_text := replace(v_text, v_change[1], v_change[2]);
  END LOOP;
  EXECUTE v_text;
END $$;
