-- What the deposits of the statement come to, by day of Bangkok, state, way and place, so that the register sums a million
-- of them without reading them (docs/decisions/276-sums-of-deposits-by-day.md). A change is written beside the row that
-- changes, in its transaction, and joins its day later: writers share no row, and days and changes are the rows at any time.

CREATE TABLE deposit_day (
  day date NOT NULL,
  state text NOT NULL,
  way text NOT NULL,
  place text NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (day, state, way, place)
);
CREATE TABLE deposit_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  day date NOT NULL,
  state text NOT NULL,
  way text NOT NULL,
  place text NOT NULL,
  count bigint NOT NULL,
  amount bigint NOT NULL
);

-- Takes what a row was from its day, and adds what it is. Adjustments are no deposits, as in the register.
CREATE FUNCTION note_deposit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deposit_change (day, state, way, place, count, amount)
  SELECT ((c.entry).created_at AT TIME ZONE 'Asia/Bangkok')::date, (c.entry).status, split_part((c.entry).cause, ':', 1),
    (c.entry).from_label, c.sign, c.sign * (c.entry).amount
  FROM (VALUES (-1, OLD), (1, NEW)) c (sign, entry)
  WHERE (c.entry).statement_type = 'deposit' AND (c.entry).from_label <> 'ADJUSTMENT';
  RETURN NULL;
END $$;
CREATE TRIGGER statement_entry_born_deposit AFTER INSERT ON statement_entry FOR EACH ROW
  WHEN (NEW.statement_type = 'deposit') EXECUTE FUNCTION note_deposit();
CREATE TRIGGER statement_entry_deposit AFTER UPDATE ON statement_entry FOR EACH ROW
  WHEN ((OLD.statement_type = 'deposit' OR NEW.statement_type = 'deposit')
    AND (OLD.created_at, OLD.status, OLD.cause, OLD.from_label, OLD.statement_type, OLD.amount)
      IS DISTINCT FROM (NEW.created_at, NEW.status, NEW.cause, NEW.from_label, NEW.statement_type, NEW.amount))
  EXECUTE FUNCTION note_deposit();
CREATE TRIGGER statement_entry_gone_deposit AFTER DELETE ON statement_entry FOR EACH ROW
  WHEN (OLD.statement_type = 'deposit') EXECUTE FUNCTION note_deposit();

-- Counts all days anew: for rows that were written without triggers.
CREATE FUNCTION recount_deposit_days() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE statement_entry IN SHARE MODE;
  DELETE FROM deposit_change;
  DELETE FROM deposit_day;
  INSERT INTO deposit_day
  SELECT (created_at AT TIME ZONE 'Asia/Bangkok')::date, status, split_part(cause, ':', 1), from_label, count(*), sum(amount)
  FROM statement_entry WHERE statement_type = 'deposit' AND from_label <> 'ADJUSTMENT' GROUP BY 1, 2, 3, 4;
END $$;
REVOKE EXECUTE ON FUNCTION recount_deposit_days() FROM PUBLIC;
SELECT recount_deposit_days();
