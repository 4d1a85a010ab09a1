-- An alarm when most of the codes by SMS of an hour or a day are used up (docs/decisions/319-codes-have-a-budget.md).
ALTER TABLE alarm DROP CONSTRAINT alarm_kind_check,
  ADD CONSTRAINT alarm_kind_check CHECK (kind IN ('queue', 'feed', 'connection', 'ledger', 'codes'));
ALTER TABLE alarm_device DROP CONSTRAINT alarm_device_kinds_check,
  ADD CONSTRAINT alarm_device_kinds_check CHECK (kinds <@ ARRAY['queue', 'feed', 'connection', 'ledger', 'codes']);
