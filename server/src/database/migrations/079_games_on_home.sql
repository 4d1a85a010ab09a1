-- What home tells of games: marked by the member, last played, and not to be played now (decision 196).

CREATE TABLE favourite_game (
  member_id bigint NOT NULL REFERENCES member (id),
  provider text NOT NULL REFERENCES game_provider (code),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (member_id, provider)
);
-- The member's other screens load the wallet again, which names the favourites.
CREATE FUNCTION announce_favourite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('krapao_member_money', coalesce(NEW.member_id, OLD.member_id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER favourite_game_told AFTER INSERT OR DELETE ON favourite_game
  FOR EACH ROW EXECUTE FUNCTION announce_favourite();

-- When the member last got a launch link, or money of the wallet arrived there.
ALTER TABLE game_account ADD COLUMN played_at timestamptz;
UPDATE game_account a SET played_at = told.at FROM (
  SELECT l.member_id, l.provider, max(l.sent_at) AS at FROM transfer_leg l
  WHERE l.direction = 'in' AND l.state = 'CONFIRMED' GROUP BY 1, 2
) AS told WHERE told.member_id = a.member_id AND told.provider = a.provider;

-- The operators' switch of one game: nobody starts it, and its money can be taken back. It ends by itself if it says when.
ALTER TABLE game_provider
  ADD COLUMN in_maintenance boolean NOT NULL DEFAULT false,
  ADD COLUMN maintenance_until timestamptz,
  ADD CONSTRAINT game_provider_maintenance CHECK (in_maintenance OR maintenance_until IS NULL);

-- What calls of a game came to, while they say something against it. No row is no praise: nothing is known.
CREATE TABLE game_health (
  provider text PRIMARY KEY REFERENCES game_provider (code),
  -- maintenance: its house said so. troubled: several calls in a row got no usable answer.
  state text NOT NULL CHECK (state IN ('maintenance', 'troubled')),
  told_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION announce_games() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('krapao_games', '');
  RETURN NULL;
END $$;
CREATE TRIGGER game_health_told AFTER INSERT OR UPDATE OR DELETE ON game_health
  FOR EACH ROW EXECUTE FUNCTION announce_games();
CREATE TRIGGER game_provider_told AFTER UPDATE OF is_active, in_maintenance, maintenance_until, connection_id, retired_at
  ON game_provider FOR EACH ROW EXECUTE FUNCTION announce_games();
CREATE TRIGGER connection_games_told AFTER UPDATE OF is_active ON connection
  FOR EACH ROW WHEN (NEW.capability = 'game') EXECUTE FUNCTION announce_games();
CREATE TRIGGER connection_games_gone AFTER DELETE ON connection
  FOR EACH ROW WHEN (OLD.capability = 'game') EXECUTE FUNCTION announce_games();
