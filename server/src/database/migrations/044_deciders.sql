-- Whoever decides instead of a machine is an operator; these tables were the last that named one without a reference.
-- A node that still runs must not be waited for: the migration then fails, and changes nothing.
SET LOCAL lock_timeout = '10s';

DO $$
DECLARE
  decided text;
BEGIN
  FOREACH decided IN ARRAY ARRAY[
    'gateway_payment', 'gift_link', 'incoming_transfer', 'manual_deposit', 'slip', 'transfer_leg', 'withdrawal']
  LOOP
    EXECUTE format(
      'ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (decided_by) REFERENCES operator (id) NOT VALID',
      decided, decided || '_decided_by_fkey');
    EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', decided, decided || '_decided_by_fkey');
  END LOOP;
END $$;

SET LOCAL lock_timeout TO DEFAULT;
