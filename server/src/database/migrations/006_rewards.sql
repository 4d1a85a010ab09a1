-- Bonuses, promotions, refunds and the share of invited friends' play. Money itself is in the ledger alone.
-- Percentages are in basis points: 10000 is 100 %. Texts are {"th", "la", "en"}.

CREATE TABLE bonus_definition (
  code text PRIMARY KEY CHECK (code ~ '^[A-Z0-9_-]{1,40}$'),
  -- `list`: on the bonus page. `promotion`: only who knows the code finds it.
  offer text NOT NULL CHECK (offer IN ('list', 'promotion')),
  -- What it asks for. A listed bonus takes the deposit that was made, a promotion the next one after it was chosen.
  condition text NOT NULL CHECK (condition IN ('none', 'deposit', 'new_member')),
  minimum_deposit bigint NOT NULL DEFAULT 0 CHECK (minimum_deposit >= 0),
  type text NOT NULL CHECK (type IN ('limit', 'day', 'week')),
  max_received integer NOT NULL CHECK (max_received > 0),
  -- A share of the deposit, or an amount.
  reward_bps integer CHECK (reward_bps > 0),
  reward_amount bigint CHECK (reward_amount > 0),
  reward_maximum bigint CHECK (reward_maximum > 0),
  success_bps integer NOT NULL CHECK (success_bps > 0),
  fail_bps integer NOT NULL CHECK (fail_bps >= 0),
  -- Stakes asked for before the target counts, as a share of the base.
  turnover_bps integer NOT NULL DEFAULT 0 CHECK (turnover_bps >= 0),
  maximum_payout bigint CHECK (maximum_payout > 0),
  -- How often all members together may receive it, and have.
  quota integer CHECK (quota > 0),
  claimed integer NOT NULL DEFAULT 0 CHECK (claimed >= 0),
  name jsonb NOT NULL CHECK (name ?& ARRAY['th', 'la', 'en']),
  description jsonb NOT NULL CHECK (description ?& ARRAY['th', 'la', 'en']),
  position integer NOT NULL DEFAULT 0,
  is_active boolean NOT NULL DEFAULT true,
  CHECK (num_nonnulls(reward_bps, reward_amount) = 1),
  CHECK (condition <> 'none' OR reward_bps IS NULL),
  CHECK (fail_bps < success_bps),
  CHECK (quota IS NULL OR claimed <= quota)
);

CREATE TABLE banner (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  place text NOT NULL CHECK (place IN ('bonus', 'invite', 'refund')),
  bonus_code text REFERENCES bonus_definition (code),
  image text NOT NULL CHECK (image <> ''),
  html jsonb NOT NULL CHECK (html ?& ARRAY['th', 'la', 'en']),
  position integer NOT NULL DEFAULT 0,
  is_active boolean NOT NULL DEFAULT true,
  UNIQUE NULLS NOT DISTINCT (place, bonus_code, image),
  CHECK ((place = 'bonus') = (bonus_code IS NOT NULL))
);

-- A bonus that a member received, with the terms as they were then. Refunds and invite shares with a condition are
-- bonuses too. While one is ACTIVE, withdrawing is locked.
CREATE TABLE member_bonus (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  source text NOT NULL CHECK (source IN ('bonus', 'promotion', 'refund', 'invite')),
  code text REFERENCES bonus_definition (code),
  name jsonb NOT NULL CHECK (name ?& ARRAY['th', 'la', 'en']),
  type text NOT NULL CHECK (type IN ('limit', 'day', 'week')),
  -- The ledger's posting of the deposit that it was given for; no deposit earns two bonuses.
  deposit_posting bigint UNIQUE,
  deposit bigint NOT NULL CHECK (deposit >= 0),
  bonus bigint NOT NULL CHECK (bonus > 0),
  success_bps integer NOT NULL CHECK (success_bps > 0),
  fail_bps integer NOT NULL CHECK (fail_bps >= 0),
  turnover_bps integer NOT NULL DEFAULT 0 CHECK (turnover_bps >= 0),
  maximum_payout bigint CHECK (maximum_payout > 0),
  -- Version of the wallet right after the bonus came in: later credits of the house do not count towards the target.
  wallet_version bigint NOT NULL,
  -- The Bangkok day of the start, and what the member had staked on it before.
  started_on date NOT NULL,
  staked_before bigint NOT NULL DEFAULT 0 CHECK (staked_before >= 0),
  -- What the member was last told that cancelling costs.
  quoted_cost bigint CHECK (quoted_cost >= 0),
  state text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'REACHED', 'FAILED', 'CANCELLED')),
  -- The balance that it ended with, and what was taken then: above the maximum payout, or for cancelling.
  ended_with bigint,
  removed bigint NOT NULL DEFAULT 0 CHECK (removed >= 0),
  due_at timestamptz DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((source IN ('bonus', 'promotion')) = (code IS NOT NULL)),
  CHECK ((state = 'ACTIVE') = (ended_at IS NULL)),
  CHECK ((state = 'ACTIVE') = (due_at IS NOT NULL)),
  CHECK ((deposit = 0) = (deposit_posting IS NULL))
);
CREATE UNIQUE INDEX member_bonus_one_active ON member_bonus (member_id) WHERE state = 'ACTIVE';
CREATE INDEX member_bonus_received ON member_bonus (member_id, code, created_at);
CREATE INDEX member_bonus_due ON member_bonus (due_at) WHERE due_at IS NOT NULL;

-- The promotion that waits for the member's next deposit.
CREATE TABLE promotion_choice (
  member_id bigint PRIMARY KEY REFERENCES member (id),
  code text NOT NULL REFERENCES bonus_definition (code),
  -- Version of the wallet when it was chosen: only later deposits count.
  wallet_version bigint NOT NULL,
  chosen_at timestamptz NOT NULL DEFAULT now()
);

-- What a member staked and won at a provider on a Bangkok day; final when the provider's day is closed.
CREATE TABLE play_day (
  member_id bigint NOT NULL REFERENCES member (id),
  day date NOT NULL,
  provider text NOT NULL REFERENCES game_provider (code),
  stake bigint NOT NULL CHECK (stake >= 0),
  win bigint NOT NULL CHECK (win >= 0),
  rounds integer NOT NULL CHECK (rounds >= 0),
  PRIMARY KEY (member_id, day, provider)
);
CREATE INDEX play_day_provider ON play_day (provider, day);

-- The days of a provider: open until its figures have been taken over.
CREATE TABLE play_close (
  provider text NOT NULL REFERENCES game_provider (code),
  day date NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  reason text,
  due_at timestamptz DEFAULT now(),
  closed_at timestamptz,
  PRIMARY KEY (provider, day),
  CHECK ((closed_at IS NULL) = (due_at IS NOT NULL))
);
CREATE INDEX play_close_due ON play_close (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE refund (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  amount bigint NOT NULL CHECK (amount > 0),
  net_loss bigint NOT NULL CHECK (net_loss > 0),
  share_bps integer NOT NULL CHECK (share_bps > 0),
  -- Where it went: with a condition it is a bonus.
  member_bonus_id bigint UNIQUE REFERENCES member_bonus (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX refund_page ON refund (member_id, created_at DESC, id DESC);

-- The days that a refund covers; none is refunded twice, whatever the period is.
CREATE TABLE refund_day (
  member_id bigint NOT NULL REFERENCES member (id),
  day date NOT NULL,
  refund_id bigint NOT NULL REFERENCES refund (id),
  PRIMARY KEY (member_id, day)
);

CREATE TABLE invite_receipt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  amount bigint NOT NULL CHECK (amount > 0),
  share_bps integer NOT NULL CHECK (share_bps > 0),
  member_bonus_id bigint UNIQUE REFERENCES member_bonus (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invite_receipt_member ON invite_receipt (member_id);

-- An invitee's closed day after the first deposit, once; the inviter's share of it is received at most once.
CREATE TABLE invite_day (
  invitee_id bigint NOT NULL REFERENCES member (id),
  day date NOT NULL,
  inviter_id bigint NOT NULL REFERENCES member (id),
  net_loss bigint NOT NULL,
  receipt_id bigint REFERENCES invite_receipt (id),
  PRIMARY KEY (invitee_id, day)
);
CREATE INDEX invite_day_open ON invite_day (inviter_id, invitee_id) WHERE receipt_id IS NULL;

-- What each invitee contributed to a receipt.
CREATE TABLE invite_receipt_line (
  receipt_id bigint NOT NULL REFERENCES invite_receipt (id),
  invitee_id bigint NOT NULL REFERENCES member (id),
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (receipt_id, invitee_id)
);
CREATE INDEX invite_receipt_line_invitee ON invite_receipt_line (invitee_id);

-- Invitations that earn nothing, for the operator to look at.
CREATE TABLE invite_flag (
  invitee_id bigint PRIMARY KEY REFERENCES member (id),
  inviter_id bigint NOT NULL REFERENCES member (id),
  reason text NOT NULL CHECK (reason IN ('SELF', 'SHARED_BANK')),
  created_at timestamptz NOT NULL DEFAULT now()
);
