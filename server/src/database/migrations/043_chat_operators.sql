-- An operator is named by the id in every table; the chat held it as text, without a reference.
-- The `actor` of setting, content_draft and content_version stays text, as that of ledger.posting: a migration, a seed
-- or the time of a publication acts there too.

-- The trigger reads assigned_to in its condition.
DROP TRIGGER chat_queue ON chat_room;

-- A conversation of no operator waits again. The other three columns cannot be empty: a value that is no operator's id
-- stops the migration, and nothing is changed.
UPDATE chat_room SET assigned_to = NULL
  WHERE assigned_to IS NOT NULL AND NOT EXISTS (SELECT FROM operator o WHERE o.id::text = assigned_to);

ALTER TABLE chat_room
  ALTER COLUMN assigned_to TYPE bigint USING assigned_to::bigint,
  ADD FOREIGN KEY (assigned_to) REFERENCES operator (id);
ALTER TABLE chat_message
  ALTER COLUMN operator_id TYPE bigint USING operator_id::bigint,
  ADD FOREIGN KEY (operator_id) REFERENCES operator (id);
ALTER TABLE chat_note
  ALTER COLUMN operator_id TYPE bigint USING operator_id::bigint,
  ADD FOREIGN KEY (operator_id) REFERENCES operator (id);
ALTER TABLE chat_closing
  ALTER COLUMN closed_by TYPE bigint USING closed_by::bigint,
  ADD FOREIGN KEY (closed_by) REFERENCES operator (id);

CREATE TRIGGER chat_queue AFTER UPDATE ON chat_room FOR EACH ROW
  WHEN (
    old.status IS DISTINCT FROM new.status
    OR old.assigned_to IS DISTINCT FROM new.assigned_to
    OR (old.last_position > 0) <> (new.last_position > 0)
    OR (old.last_position > old.operator_read) <> (new.last_position > new.operator_read)
  )
  EXECUTE FUNCTION announce_queue('chats');
