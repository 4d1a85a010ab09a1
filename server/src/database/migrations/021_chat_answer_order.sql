-- Canned answers stand in the order that operators choose.
ALTER TABLE chat_answer ADD COLUMN position integer NOT NULL DEFAULT 0;
UPDATE chat_answer a SET position = n.nth
  FROM (SELECT id, row_number() OVER (ORDER BY id) AS nth FROM chat_answer) n WHERE n.id = a.id;
ALTER TABLE chat_answer ALTER COLUMN position DROP DEFAULT;
