-- Files that no row names yet, or none names any more (docs/decisions/318-loose-files.md).

CREATE TABLE loose_file (
  file_key text PRIMARY KEY,
  claim integer NOT NULL DEFAULT 0,
  -- When it is removed unless a row has named it.
  due_at timestamptz NOT NULL
);
CREATE INDEX loose_file_due ON loose_file (due_at);

-- A call or a job of a member may be under way while the member is erased: it waits for the row of the member, and then
-- writes nothing about who is gone. 'refused' ends what the member's own calls do, 'left out' what the site adds by itself.
CREATE FUNCTION erased_gets_nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM member WHERE id = NEW.member_id FOR KEY SHARE;
  IF NOT EXISTS (SELECT FROM erasure WHERE member_id = NEW.member_id AND state = 'ERASED') THEN RETURN NEW; END IF;
  IF TG_ARGV[0] = 'left out' THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'the member is erased' USING ERRCODE = 'KM001';
END $$;

DO $$ DECLARE name text; BEGIN
  FOREACH name IN ARRAY ARRAY['change_request', 'chat_room', 'consent', 'data_copy', 'deposit_qr', 'deposit_turn',
      'favourite_game', 'gateway_payment', 'gift_link', 'identity_request', 'member_device', 'member_note', 'member_pin',
      'member_tag', 'messenger_link', 'notification_choice', 'passkey', 'pause', 'promotion_choice', 'push_subscription',
      'request_outcome', 'session', 'slip', 'spin_seed', 'withdrawal'] LOOP
    EXECUTE format('CREATE TRIGGER erased_gets_nothing BEFORE INSERT ON %I FOR EACH ROW
      EXECUTE FUNCTION erased_gets_nothing(''refused'')', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['member_habit', 'notification', 'reality_check', 'register_check'] LOOP
    EXECUTE format('CREATE TRIGGER erased_gets_nothing BEFORE INSERT ON %I FOR EACH ROW
      EXECUTE FUNCTION erased_gets_nothing(''left out'')', name);
  END LOOP;
END $$;

CREATE FUNCTION erased_stays_erased() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM erasure WHERE member_id = NEW.id AND state = 'ERASED') THEN
    RAISE EXCEPTION 'the member is erased' USING ERRCODE = 'KM001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER erased_stays_erased BEFORE UPDATE ON member FOR EACH ROW
  WHEN (OLD.status = 'closed' AND (OLD.status, OLD.name, OLD.phone_number, OLD.bank_account_no, OLD.bank_account_name)
    IS DISTINCT FROM (NEW.status, NEW.name, NEW.phone_number, NEW.bank_account_no, NEW.bank_account_name))
  EXECUTE FUNCTION erased_stays_erased();
