-- Four lines of book_game_move (130) change; the rest stays as it is, whoever else has changed it meanwhile
-- (docs/decisions/257-what-contradicts-a-bet.md).
DO $$
DECLARE
  v_text text := pg_get_functiondef('book_game_move'::regproc);
  v_change text[];
BEGIN
  FOREACH v_change SLICE 1 IN ARRAY ARRAY[
    -- A game that moved to a house with transfer wallets still gets what its old house owes.
    [$a$JOIN game_provider g ON g.code = a.provider AND g.kind = 'seamless'$a$,
     $b$JOIN game_provider g ON g.code = a.provider$b$],
    [$a$g.connection_id = p_connection AS is_here$a$,
     $b$g.kind = 'seamless' AND g.connection_id = p_connection AS is_here$b$],
    -- A booked id that comes again for another round, or for another bet, is another transaction.
    [$a$OR (p_verb <> 'cancel' AND v_old.amount <> p_amount)$a$,
     $b$OR (p_verb <> 'cancel' AND (v_old.amount <> p_amount OR (v_old.state = 'BOOKED' AND (v_old.refers_to IS DISTINCT FROM p_refers_to
          OR EXISTS (SELECT FROM game_round r WHERE r.id = v_old.round_id AND r.reference <> p_round)))))$b$],
    -- Nobody is paid for another member's bet.
    [$a$      IF v_target.state IN ('CANCELLED', 'TOMBSTONE') THEN
        v_conflict := 'CANCELLED_BET';
      END IF;$a$,
     $b$      IF v_target.reference IS NOT NULL
          AND (v_target.member_id, v_target.provider) IS DISTINCT FROM (v_player.member_id, v_player.provider) THEN
        v_conflict := 'OTHER_CONTENT';
      ELSIF v_target.state IN ('CANCELLED', 'TOMBSTONE') THEN
        v_conflict := 'CANCELLED_BET';
      END IF;$b$]
  ] LOOP
    IF (length(v_text) - length(replace(v_text, v_change[1], ''))) / length(v_change[1]) <> 1 THEN
      RAISE EXCEPTION 'book_game_move does not have once: %', v_change[1];
    END IF;
    v_text := replace(v_text, v_change[1], v_change[2]);
  END LOOP;
  EXECUTE v_text;
END $$;
