-- Breaks and exclusions of members (docs/decisions/203-breaks-and-exclusions.md).
CREATE TABLE pause (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  kind text NOT NULL CHECK (kind IN ('break', 'exclusion')),
  source text NOT NULL CHECK (source IN ('member', 'operator', 'register')),
  -- The central register's name of its entry.
  reference text CHECK (length(reference) BETWEEN 1 AND 200),
  begun_by bigint REFERENCES operator (id),
  reason text,
  began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Null: for ever.
  until_at timestamptz,
  -- When the member asked to return; the day of thought begins.
  return_asked_at timestamptz,
  -- A break is over by itself, an exclusion by the member's return or because its entry in the register was wrong.
  ended_at timestamptz,
  end_cause text CHECK (end_cause IN ('OVER', 'RETURNED', 'WRONG_ENTRY')),
  -- When the end of a break is due.
  due_at timestamptz,
  claim integer NOT NULL DEFAULT 0,
  CHECK ((ended_at IS NULL) = (end_cause IS NULL)),
  CHECK (kind = 'exclusion' OR until_at IS NOT NULL),
  CHECK (begun_by IS NULL OR source = 'operator'),
  CHECK ((source = 'register') = (reference IS NOT NULL)),
  CHECK ((due_at IS NOT NULL) = (kind = 'break' AND ended_at IS NULL))
);
CREATE INDEX pause_member ON pause (member_id, id DESC);
CREATE INDEX pause_open ON pause (member_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX pause_entry ON pause (member_id, reference) WHERE ended_at IS NULL;
CREATE INDEX pause_due ON pause (due_at) WHERE due_at IS NOT NULL;

INSERT INTO pause (member_id, kind, source, reason, began_at, until_at, ended_at, end_cause)
SELECT id, 'exclusion', 'operator', 'exclusion of before', least(created_at, excluded_until), excluded_until,
  CASE WHEN excluded_until <= now() THEN excluded_until END, CASE WHEN excluded_until <= now() THEN 'OVER' END
FROM member WHERE excluded_until IS NOT NULL;
ALTER TABLE member DROP COLUMN excluded_until;

-- Members whose games are being closed: they are logged out there, and their money comes back, as far as games answer.
CREATE TABLE game_closing (
  member_id bigint PRIMARY KEY REFERENCES member (id),
  -- The bonus ends too, as soon as no money moves.
  ends_bonus boolean NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT clock_timestamp(),
  claim integer NOT NULL DEFAULT 0
);
CREATE INDEX game_closing_due ON game_closing (due_at) WHERE due_at IS NOT NULL;

ALTER TABLE session
  -- Opened by an excluded member: only for calls that the contract opens to them.
  ADD COLUMN is_limited boolean NOT NULL DEFAULT false,
  -- When the member had logged in the time before; null: the first time.
  ADD COLUMN previous_login_at timestamptz;

-- Breaks, exclusions and returns are told on every open screen of the member.
CREATE FUNCTION announce_protection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('krapao_member_money', NEW.member_id || ' protection');
  RETURN NULL;
END $$;
CREATE TRIGGER pause_changed AFTER INSERT OR UPDATE OF until_at, return_asked_at, ended_at ON pause
  FOR EACH ROW EXECUTE FUNCTION announce_protection();
