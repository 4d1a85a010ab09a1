-- Whoever is sent away is told (docs/decisions/192-notifications.md): a subscription outlives its session for the security
-- notifications that were written before the session ended. A log-out removes it at once.
ALTER TABLE push_subscription
  ALTER COLUMN session_hash DROP NOT NULL,
  ADD COLUMN ended_at timestamptz,
  ADD CHECK ((session_hash IS NULL) = (ended_at IS NOT NULL)),
  DROP CONSTRAINT push_subscription_session_hash_fkey,
  ADD CONSTRAINT push_subscription_session_hash_fkey
    FOREIGN KEY (session_hash) REFERENCES session (token_hash) ON DELETE SET NULL;
CREATE INDEX push_subscription_ended ON push_subscription (ended_at) WHERE ended_at IS NOT NULL;

CREATE FUNCTION date_end_of_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ended_at := CASE WHEN NEW.session_hash IS NULL THEN clock_timestamp() END;
  RETURN NEW;
END $$;
CREATE TRIGGER push_subscription_ends BEFORE UPDATE OF session_hash ON push_subscription
  FOR EACH ROW EXECUTE FUNCTION date_end_of_subscription();

-- Taken up with the password, so it may take the place of a link.
ALTER TABLE messenger_offer ADD COLUMN is_proved boolean NOT NULL DEFAULT false;
