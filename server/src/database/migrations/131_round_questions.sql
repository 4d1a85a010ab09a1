-- What makers of seamless games say of rounds that do not end (docs/decisions/256-makers-are-asked-about-rounds.md). Beside
-- the rounds, which each bet writes: few of them are asked about.
CREATE TABLE round_question (
  round_id bigint PRIMARY KEY,
  asks integer NOT NULL DEFAULT 0,
  -- The last question, and what came of it: UNKNOWN: no answer that can be read. NEVER: the maker takes no such questions.
  asked_at timestamptz,
  outcome text CHECK (outcome IN ('TOLD', 'UNKNOWN', 'NEVER')),
  -- The bets, wins and cancellations that the maker has of the round; empty: it knows no such round.
  told jsonb CHECK ((told IS NOT NULL) = (outcome IS NOT DISTINCT FROM 'TOLD')),
  claim integer NOT NULL DEFAULT 0,
  -- Null: no further question follows.
  due_at timestamptz DEFAULT clock_timestamp()
);
CREATE INDEX round_question_due ON round_question (due_at) WHERE due_at IS NOT NULL;
