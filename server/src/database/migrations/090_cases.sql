-- Cases: what rules found about a member, and what operators decided (docs/decisions/206-cases.md). Members are told of
-- none of it.
CREATE TABLE member_case (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  kind text NOT NULL CHECK (kind IN ('LAUNDERING', 'VULNERABILITY', 'DUPLICATE')),
  state text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'WATCHED', 'CLOSED')),
  opened_at timestamptz NOT NULL DEFAULT now(),
  -- When a rule last found something new.
  news_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- A watched case comes back then, or with the next news.
  watched_until timestamptz,
  -- The member's withdrawals wait for operators who may decide cases.
  holds_payouts boolean NOT NULL DEFAULT false,
  reported_at timestamptz,
  decided_by bigint REFERENCES operator (id),
  decided_because text,
  decided_at timestamptz,
  CHECK ((state = 'WATCHED') = (watched_until IS NOT NULL)),
  CHECK ((state = 'CLOSED') = (decided_at IS NOT NULL)),
  CHECK (NOT (state = 'CLOSED' AND holds_payouts))
);
CREATE UNIQUE INDEX member_case_open ON member_case (member_id, kind) WHERE state <> 'CLOSED';
CREATE INDEX member_case_of_member ON member_case (member_id, id DESC);
CREATE INDEX member_case_waits ON member_case (news_at) WHERE state = 'OPEN';
CREATE INDEX member_case_watched ON member_case (watched_until) WHERE state = 'WATCHED';
CREATE TRIGGER member_case_entered_queue AFTER INSERT ON member_case
  FOR EACH ROW EXECUTE FUNCTION announce_queue('cases');
CREATE TRIGGER member_case_queue AFTER UPDATE ON member_case
  FOR EACH ROW WHEN ((OLD.state = 'OPEN' OR NEW.state = 'OPEN') AND OLD IS DISTINCT FROM NEW)
  EXECUTE FUNCTION announce_queue('cases');

-- What one rule found, for a case. More of the same joins it while the case is open.
CREATE TABLE case_fact (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL REFERENCES member_case (id),
  rule text NOT NULL,
  -- Satang; null where the rule counts no money.
  amount bigint,
  count integer NOT NULL,
  -- The rows that show it, newest first: `posting:7`, `withdrawal:<id>`, `member:12`.
  evidence text[] NOT NULL CHECK (cardinality(evidence) > 0),
  -- The numbers of the rule when it was found.
  terms jsonb NOT NULL,
  found_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (case_id, rule)
);

-- What operators did with a case, and their notes.
CREATE TABLE case_decision (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL REFERENCES member_case (id),
  decision text NOT NULL,
  reason text NOT NULL CHECK (length(reason) <= 2000),
  watched_until timestamptz,
  operator_id bigint NOT NULL REFERENCES operator (id),
  -- Who approved it, where it needs two.
  second_id bigint REFERENCES operator (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX case_decision_of_case ON case_decision (case_id, id);

-- Up to where members' news were searched: the transactions of postings, and the time of devices.
CREATE TABLE case_scan (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  xid_to xid8 NOT NULL DEFAULT '0',
  seen_to timestamptz NOT NULL DEFAULT '2000-01-01',
  claim integer NOT NULL DEFAULT 0,
  due_at timestamptz DEFAULT now()
);
INSERT INTO case_scan DEFAULT VALUES;

-- A sender as banks show it: the bank and the visible digits; the name where there are too few.
CREATE FUNCTION sender_key(sender jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  coalesce(sender ->> 'bankCode', '') || ':' || coalesce(
    nullif(regexp_replace(CASE WHEN length(regexp_replace(sender ->> 'account', '\D', '', 'g')) >= 3
      THEN sender ->> 'account' END, '\D', '', 'g'), ''),
    nullif(upper(regexp_replace(sender ->> 'displayName', '\s+', ' ', 'g')), ''));
CREATE INDEX incoming_transfer_sender ON incoming_transfer (sender_key(sender), credited_at)
  WHERE member_id IS NOT NULL;
CREATE INDEX withdrawal_payee ON withdrawal (bank_account_no, bank_code);
