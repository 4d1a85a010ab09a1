-- The first answer of a person in each chat: since when its customer waits for it, and how long each one took.
ALTER TABLE chat_room
  ADD COLUMN asked_at timestamptz,
  -- A person has answered this chat: later messages begin no new wait until it is closed or silent for a session.
  ADD COLUMN is_answered boolean NOT NULL DEFAULT false;

CREATE TABLE chat_wait (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  room_id bigint NOT NULL REFERENCES chat_room (id),
  asked_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  -- Who answered; null: closed without an answer.
  answered_by bigint REFERENCES operator (id),
  CHECK (ended_at >= asked_at)
);
CREATE INDEX chat_wait_room ON chat_wait (room_id);
CREATE INDEX chat_wait_asked ON chat_wait (asked_at);

UPDATE chat_room r SET is_answered = true
  WHERE EXISTS (SELECT FROM chat_message m WHERE m.room_id = r.id AND m.session_id = r.session_id AND m.sender = 'operator');
UPDATE chat_room r SET asked_at = (
    SELECT min(m.created_at) FROM chat_message m
    WHERE m.room_id = r.id AND m.session_id = r.session_id AND m.sender = 'customer')
  WHERE r.status = 'open' AND NOT r.is_answered AND r.last_position > 0;
CREATE INDEX chat_room_asked ON chat_room (asked_at) WHERE status = 'open' AND asked_at IS NOT NULL;
