-- From where a device was registered: it ends when the console answers there no more, also where its session is over.
ALTER TABLE alarm_device ADD address text;
UPDATE alarm_device d SET address = s.address FROM operator_session s WHERE s.token_hash = d.session_hash;
