-- Who decided is an operator's id in every table, as balance_adjustment has it.
DO $$
DECLARE v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['incoming_transfer', 'slip', 'gateway_payment', 'withdrawal', 'transfer_leg', 'gift_link',
    'manual_deposit'] LOOP
    EXECUTE format(
      'ALTER TABLE %I ALTER COLUMN decided_by TYPE bigint USING substring(decided_by FROM ''^operator:([0-9]+)$'')::bigint',
      v_table);
  END LOOP;
END $$;
