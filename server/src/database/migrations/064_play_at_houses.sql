-- A day of play belongs to the house where it was played, wherever the game leads later (decision 185).

ALTER TABLE play_close
  ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY,
  -- The house whose figures close the day. Null: the sandbox's own.
  ADD COLUMN connection_id uuid,
  ADD COLUMN external_code text,
  -- Who closed it without the house's figures.
  ADD COLUMN decided_by bigint REFERENCES operator (id),
  ADD COLUMN decided_because text,
  ADD COLUMN decided_at timestamptz,
  ADD CONSTRAINT play_close_decided CHECK (
    num_nonnulls(decided_by, decided_because, decided_at) IN (0, 3) AND (decided_by IS NULL OR closed_at IS NOT NULL));
UPDATE play_close c SET connection_id = g.connection_id, external_code = g.external_code
FROM game_provider g WHERE g.code = c.provider AND g.connection_id IS NOT NULL;
ALTER TABLE play_close DROP CONSTRAINT play_close_pkey, ADD PRIMARY KEY (id);
CREATE UNIQUE INDEX play_close_day ON play_close (provider, day, connection_id) NULLS NOT DISTINCT;

-- Until when the member could play: the game moved to another house, which does not know its players. Null: the account
-- is open, or was never opened.
ALTER TABLE game_account ADD COLUMN closed_at timestamptz;
-- Whose accounts a game has: asked every minute, when days are planned.
CREATE INDEX game_account_provider ON game_account (provider, created_at);
UPDATE game_account a SET closed_at = now() WHERE NOT a.is_open AND EXISTS (
  SELECT FROM transfer_leg l WHERE l.member_id = a.member_id AND l.provider = a.provider AND l.state = 'CONFIRMED');

-- What the house told right before the first sending. Null: it told nothing. A remembered balance proves nothing.
ALTER TABLE transfer_leg ALTER COLUMN amount_before DROP NOT NULL;
UPDATE transfer_leg SET amount_before = NULL WHERE state NOT IN ('CONFIRMED', 'REJECTED');
-- Money at a removed house is an operation that waits from the start.
CREATE TRIGGER transfer_leg_entered_queue AFTER INSERT ON transfer_leg
  FOR EACH ROW WHEN (NEW.state = 'STUCK') EXECUTE FUNCTION announce_queue('transfers');
