-- What an operator is good at, and conversations that wait for one who has it.
ALTER TABLE operator ADD COLUMN skills text[] NOT NULL DEFAULT '{}';
ALTER TABLE chat_room
  ADD COLUMN skill text,
  -- Until then only operators with the skill see it among those that wait.
  ADD COLUMN skill_until timestamptz,
  ADD CHECK ((skill IS NULL) = (skill_until IS NULL));
CREATE INDEX chat_room_skill ON chat_room (skill_until) WHERE skill IS NOT NULL;

-- A conversation that is handed to a skill, or back to everybody, is in other operators' queues.
CREATE TRIGGER chat_skill_queue AFTER UPDATE OF skill ON chat_room FOR EACH ROW
  WHEN (old.skill IS DISTINCT FROM new.skill)
  EXECUTE FUNCTION announce_queue('chats');
