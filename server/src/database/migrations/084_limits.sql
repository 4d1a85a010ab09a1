-- Limits that members set for themselves (docs/decisions/202-limits-at-every-way-in.md): every wish stays as history.
CREATE TABLE member_limit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  kind text NOT NULL CHECK (kind IN ('deposit', 'loss', 'stake', 'time')),
  period text NOT NULL CHECK (period IN ('day', 'week', 'month')),
  -- Satang, of time minutes; null: no limit.
  most bigint CHECK (most >= 0),
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The end of the cooling-off; of a stricter limit the moment of the wish.
  ready_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When the member was told that the second yes is awaited.
  told_at timestamptz,
  -- In force since; null until the second yes.
  from_at timestamptz,
  -- Replaced, taken back or lapsed.
  ended_at timestamptz,
  CHECK (from_at >= ready_at)
);
CREATE UNIQUE INDEX member_limit_in_force ON member_limit (member_id, kind, period)
  WHERE from_at IS NOT NULL AND ended_at IS NULL;
CREATE UNIQUE INDEX member_limit_next ON member_limit (member_id, kind, period)
  WHERE from_at IS NULL AND ended_at IS NULL;
CREATE INDEX member_limit_ready ON member_limit (ready_at) WHERE from_at IS NULL AND ended_at IS NULL;
CREATE INDEX member_limit_history ON member_limit (member_id, id DESC);

-- What a member answered to the offer of a limit.
CREATE TABLE limit_offer (
  member_id bigint PRIMARY KEY REFERENCES member (id),
  answer text NOT NULL CHECK (answer IN ('set', 'without')),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- When a member plays: from a launch or money into a game until the money is back or the session has ended.
CREATE TABLE play_session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  CHECK (ended_at >= started_at)
);
CREATE UNIQUE INDEX play_session_open ON play_session (member_id) WHERE ended_at IS NULL;
CREATE INDEX play_session_member ON play_session (member_id, started_at DESC);

-- What a member deposited in a period, from the postings alone.
CREATE INDEX posting_deposit ON ledger.posting (credit, at) INCLUDE (amount) WHERE code = 'deposit';
