-- A bot has the first word in a conversation, until it fails, or the customer asks for a person.
ALTER TABLE chat_room
  -- The question that the bot has now; null while it has none.
  ADD COLUMN bot_question uuid,
  -- The bot has the conversation until then: its time to answer, and 'infinity' once it has answered.
  ADD COLUMN bot_until timestamptz,
  ADD CHECK (bot_question IS NULL OR bot_until IS NOT NULL);
CREATE INDEX chat_room_bot ON chat_room (bot_until) WHERE bot_question IS NOT NULL;

CREATE TRIGGER chat_bot_queue AFTER UPDATE OF bot_until ON chat_room FOR EACH ROW
  WHEN ((old.bot_until IS NULL) <> (new.bot_until IS NULL))
  EXECUTE FUNCTION announce_queue('chats');
