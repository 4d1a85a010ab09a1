-- Reality checks, reminders, log-ins that are told (docs/decisions/203-breaks-and-exclusions.md).

ALTER TABLE notification_choice
  -- Each log-in is told, where the jurisdiction's pack asks for it.
  ADD COLUMN tells_logins boolean NOT NULL DEFAULT true;

-- When a member read a reminder last.
CREATE TABLE reminder_answer (
  member_id bigint NOT NULL REFERENCES member (id),
  reminder text NOT NULL CHECK (reminder IN ('review', 'lifetimeDeposits', 'funds')),
  answered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (member_id, reminder)
);

-- The clock of a member's play, and whether play waits for an answer.
CREATE TABLE reality_check (
  member_id bigint PRIMARY KEY REFERENCES member (id),
  -- Between two checks, as the member chose; null: the pack's usual ones.
  minutes integer CHECK (minutes BETWEEN 1 AND 240),
  -- Since when play is counted, and the satang in games then; null: not yet.
  since timestamptz,
  began_with bigint CHECK (began_with >= 0),
  -- When the member went on after a check.
  answered_at timestamptz,
  -- Since when play waits for an answer.
  asked_at timestamptz,
  -- When to look whether a check is due.
  due_at timestamptz,
  claim integer NOT NULL DEFAULT 0,
  CHECK ((since IS NULL) = (began_with IS NULL)),
  CHECK (asked_at IS NULL OR (since IS NOT NULL AND due_at IS NULL))
);
CREATE INDEX reality_check_due ON reality_check (due_at) WHERE due_at IS NOT NULL;
CREATE TRIGGER reality_check_changed AFTER UPDATE OF asked_at, minutes ON reality_check
  FOR EACH ROW WHEN (OLD.asked_at IS DISTINCT FROM NEW.asked_at OR OLD.minutes IS DISTINCT FROM NEW.minutes)
  EXECUTE FUNCTION announce_protection();
CREATE TRIGGER reminder_answered AFTER INSERT OR UPDATE ON reminder_answer
  FOR EACH ROW EXECUTE FUNCTION announce_protection();
