-- What a game pays after the merge of two accounts goes to the wallet of the account that stays. Its statement has a row of
-- each such payment; the row of the session stays with the account that played
-- (docs/decisions/207-merging-accounts.md).
DO $$
DECLARE
  v_text text := pg_get_functiondef('book_game_move'::regproc);
  v_change text[];
BEGIN
  FOREACH v_change SLICE 1 IN ARRAY ARRAY[
    [$a$SELECT a.member_id, a.provider, w.id AS wallet,$a$,
     $b$SELECT a.member_id, a.provider, w.id AS wallet, m.merged_into,$b$],
    [$a$    v_available := v_available + CASE WHEN v_to_wallet THEN p_amount ELSE -p_amount END;$a$,
     $b$    v_available := v_available + CASE WHEN v_to_wallet THEN p_amount ELSE -p_amount END;
    IF v_player.merged_into IS NOT NULL THEN
      INSERT INTO statement_entry (member_id, cause, statement_type, status, from_label, to_label, amount, balance_after)
        VALUES (v_player.merged_into, 'merged-play:' || v_id, 'play', 'SUCCESS',
          CASE WHEN v_to_wallet THEN v_player.provider ELSE 'WALLET' END,
          CASE WHEN v_to_wallet THEN 'WALLET' ELSE v_player.provider END, p_amount, v_available);
    END IF;$b$]
  ] LOOP
    IF (length(v_text) - length(replace(v_text, v_change[1], ''))) / length(v_change[1]) <> 1 THEN
      RAISE EXCEPTION 'book_game_move does not have once: %', v_change[1];
    END IF;
    v_text := replace(v_text, v_change[1], v_change[2]);
  END LOOP;
  EXECUTE v_text;
END $$;
