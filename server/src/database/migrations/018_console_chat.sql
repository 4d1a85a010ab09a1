-- Answers that operators give again and again, in three languages: a short title to press, and the text it writes.
CREATE TABLE chat_answer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title jsonb NOT NULL CHECK (title ?& ARRAY['th', 'la', 'en']),
  text jsonb NOT NULL CHECK (text ?& ARRAY['th', 'la', 'en'])
);
INSERT INTO chat_answer (title, text) VALUES
  ('{"th": "ยอดเข้าแล้ว", "la": "ຍອດເຂົ້າແລ້ວ", "en": "Credited"}',
   '{"th": "ตรวจสอบแล้วค่ะ ยอดเข้ากระเป๋าเรียบร้อยแล้วค่ะ", "la": "ກວດສອບແລ້ວ ຍອດເຂົ້າກະເປົາຮຽບຮ້ອຍແລ້ວ", "en": "We have checked it: the money is in your wallet."}'),
  ('{"th": "ขอรูปสลิปอีกครั้ง", "la": "ຂໍຮູບສະລິບອີກຄັ້ງ", "en": "Slip again"}',
   '{"th": "รบกวนส่งรูปสลิปให้เห็นครบทั้งใบและ QR ชัดเจนอีกครั้งนะคะ", "la": "ກະລຸນາສົ່ງຮູບສະລິບໃຫ້ເຫັນຄົບທັງໃບ ແລະ QR ຊັດເຈນອີກຄັ້ງ", "en": "Please send the picture of the slip again, with all of it and its QR clearly visible."}'),
  ('{"th": "โปรดรอ 1 นาที", "la": "ກະລຸນາລໍຖ້າ 1 ນາທີ", "en": "One minute"}',
   '{"th": "กำลังตรวจสอบให้นะคะ โปรดรอประมาณ 1 นาทีค่ะ", "la": "ກຳລັງກວດສອບໃຫ້ ກະລຸນາລໍຖ້າປະມານ 1 ນາທີ", "en": "We are looking into it. Please wait about a minute."}');

-- Which conversations wait for an operator has changed: consoles ask again.
CREATE TRIGGER chat_queue AFTER UPDATE ON chat_room FOR EACH ROW
  WHEN (
    old.status IS DISTINCT FROM new.status
    OR old.assigned_to IS DISTINCT FROM new.assigned_to
    OR (old.last_position > 0) <> (new.last_position > 0)
    OR (old.last_position > old.operator_read) <> (new.last_position > new.operator_read)
  )
  EXECUTE FUNCTION announce_queue('chats');
-- Without it each look at the inbox counts through every conversation that was ever closed.
CREATE INDEX chat_room_open ON chat_room (assigned_to) WHERE status = 'open' AND last_position > 0;
