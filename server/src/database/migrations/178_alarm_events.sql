-- Alarms as events for systems outside (docs/decisions/280-alarms-by-webhook.md). They tell of no member: in event,
-- webhook_stream and webhook_delivery they stand under the number 0, which no member has.

-- Whether a receiver that chose these types (none: all that tell of members) gets an event.
CREATE FUNCTION webhook_wants(types text[], of_member bigint, its_type text) RETURNS boolean IMMUTABLE LANGUAGE sql
  RETURN its_type = ANY (types) OR (types = '{}' AND of_member <> 0);

CREATE OR REPLACE FUNCTION make_streams_due(of_webhook uuid, from_position bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_stream AS s (webhook_id, member_id, position, due_at)
    SELECT w.id, e.member_id, min(e.position) - 1, clock_timestamp()
    FROM event e JOIN webhook w ON w.state = 'ACTIVE' AND webhook_wants(w.types, e.member_id, e.type)
    WHERE e.position >= from_position AND (of_webhook IS NULL OR w.id = of_webhook)
    GROUP BY w.id, e.member_id
    ORDER BY w.id, e.member_id
  ON CONFLICT (webhook_id, member_id) DO UPDATE SET due_at = clock_timestamp()
    WHERE s.due_at IS NULL AND s.blocked_at IS NULL
$$;

-- Since when nothing is wrong any more. An alarm ends when that has lasted: one that flaps goes on.
ALTER TABLE alarm ADD fine_since timestamptz;

CREATE FUNCTION tell_alarm() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  its_data jsonb := jsonb_build_object(
    'alarmId', NEW.id::text, 'kind', NEW.kind, 'subject', NEW.subject, 'begunAt', iso_time(NEW.begun_at));
BEGIN
  INSERT INTO event (member_id, type, data) VALUES (0,
    CASE WHEN NEW.ended_at IS NULL THEN 'alarm.began' ELSE 'alarm.ended' END,
    its_data || CASE WHEN NEW.ended_at IS NULL THEN '{}' ELSE jsonb_build_object('endedAt', iso_time(NEW.ended_at)) END);
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_born_event AFTER INSERT ON alarm FOR EACH ROW EXECUTE FUNCTION tell_alarm();
CREATE TRIGGER alarm_event AFTER UPDATE OF ended_at ON alarm FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION tell_alarm();
