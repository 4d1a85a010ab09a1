-- The wallet names money that a bank or a gateway has told of and that nobody has credited yet.
CREATE INDEX statement_entry_seen ON statement_entry (member_id)
  WHERE status = 'PENDING' AND (cause LIKE 'seen:%' OR cause LIKE 'gateway:%');

-- Its answer is as old as the member's row, which is written anew for that.
CREATE FUNCTION announce_member_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member SET coin = coin WHERE id = NEW.member_id;
  RETURN NULL;
END $$;
CREATE TRIGGER statement_entry_seen AFTER INSERT OR UPDATE OF status, cause ON statement_entry
  FOR EACH ROW WHEN (NEW.cause LIKE 'seen:%' OR NEW.cause LIKE 'gateway:%') EXECUTE FUNCTION announce_member_seen();
