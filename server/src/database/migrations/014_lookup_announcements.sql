-- What lookups keep in memory: every node hears of a change when it is committed.
CREATE FUNCTION announce_lookup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('krapao_lookup', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER bank_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON bank
  FOR EACH STATEMENT EXECUTE FUNCTION announce_lookup();
CREATE TRIGGER deposit_account_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON deposit_account
  FOR EACH STATEMENT EXECUTE FUNCTION announce_lookup();
