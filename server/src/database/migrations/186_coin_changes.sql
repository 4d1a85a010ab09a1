-- How many coins a member had at a moment (docs/decisions/287-any-moment.md). Whatever changes them is written here.
CREATE TABLE coin_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  member_id bigint NOT NULL REFERENCES member (id),
  -- Afterwards.
  coin integer NOT NULL,
  -- What a member had when this record began: nothing is known of the time before.
  is_start boolean NOT NULL DEFAULT false,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX coin_change_of_member ON coin_change (member_id, id DESC);
INSERT INTO coin_change (member_id, coin, is_start) SELECT id, coin, true FROM member;

CREATE FUNCTION note_coins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO coin_change (member_id, coin) VALUES (NEW.id, NEW.coin);
  RETURN NULL;
END $$;
CREATE TRIGGER member_coins_changed AFTER UPDATE OF coin ON member
  FOR EACH ROW WHEN (OLD.coin <> NEW.coin) EXECUTE FUNCTION note_coins();
