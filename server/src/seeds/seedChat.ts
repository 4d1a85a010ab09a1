import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../database/connect.ts';
import type { SettingKey, SettingValue } from '../settings/schema.ts';

const CHAT: SettingValue<'chat'> = {
  prefix: 'krapao-',
  openingHours: [],
  sessionHours: 12,
  greeting: {
    th: 'สวัสดีค่ะ ทีมงานได้รับข้อความแล้ว ระหว่างรอ เลือกเรื่องที่ต้องการได้เลยค่ะ',
    la: 'ສະບາຍດີ ທີມງານໄດ້ຮັບຂໍ້ຄວາມແລ້ວ ລະຫວ່າງລໍຖ້າ ເລືອກເລື່ອງທີ່ຕ້ອງການໄດ້ເລີຍ',
    en: 'Hello! We have your message. While you wait, you can choose a topic.',
  },
  closedAnswer: {
    th: 'ขณะนี้อยู่นอกเวลาทำการ ทีมงานจะตอบเมื่อเปิดทำการค่ะ',
    la: 'ຕອນນີ້ຢູ່ນອກເວລາເຮັດວຽກ ທີມງານຈະຕອບເມື່ອເປີດບໍລິການ',
    en: 'We are closed now and will answer when we open.',
  },
  quickReplies: [
    {
      code: 'DEPOSIT',
      title: { th: 'ฝากเงินแล้วยอดไม่เข้า', la: 'ຝາກເງິນແລ້ວຍອດບໍ່ເຂົ້າ', en: 'My deposit is missing' },
      answer: {
        th: 'ส่งรูปสลิปในแชทนี้ได้เลยค่ะ หรืออัปโหลดที่เมนูฝากเงิน ทีมงานจะตรวจสอบให้',
        la: 'ສົ່ງຮູບສະລິບໃນແຊັດນີ້ໄດ້ເລີຍ ຫຼື ອັບໂຫຼດທີ່ເມນູຝາກເງິນ ທີມງານຈະກວດສອບໃຫ້',
        en: 'Please send a picture of the slip here, or upload it under Deposit. We will check it.',
      },
    },
    {
      code: 'WITHDRAW',
      title: { th: 'ถอนเงินแล้วยังไม่ได้รับ', la: 'ຖອນເງິນແລ້ວຍັງບໍ່ໄດ້ຮັບ', en: 'My withdrawal has not arrived' },
      answer: {
        th: 'แจ้งวันเวลาและจำนวนเงินที่ถอนไว้ได้เลยค่ะ ทีมงานจะตรวจสอบให้',
        la: 'ແຈ້ງວັນເວລາ ແລະ ຈຳນວນເງິນທີ່ຖອນໄວ້ໄດ້ເລີຍ ທີມງານຈະກວດສອບໃຫ້',
        en: 'Please write the time and the amount of the withdrawal. We will check it.',
      },
    },
    {
      code: 'OTHER',
      title: { th: 'เรื่องอื่น', la: 'ເລື່ອງອື່ນ', en: 'Something else' },
      answer: {
        th: 'พิมพ์คำถามไว้ได้เลยค่ะ ทีมงานจะรีบตอบ',
        la: 'ພິມຄຳຖາມໄວ້ໄດ້ເລີຍ ທີມງານຈະຕອບໂດຍໄວ',
        en: 'Please write your question. We will answer soon.',
      },
    },
  ],
  ratingQuestion: {
    th: 'วันนี้ทีมงานช่วยได้ดีแค่ไหนคะ',
    la: 'ມື້ນີ້ທີມງານຊ່ວຍໄດ້ດີປານໃດ',
    en: 'How well did we help you today?',
  },
};

/** The chat's texts; in the sandbox the chat is switched on. A setting with any version stays unchanged. */
export async function seedChat(owner: Db, config: Config): Promise<void> {
  await seedSetting(owner, 'chat', CHAT);
  if (config.mode === 'sandbox') await seedSetting(owner, 'chatWidget', { isEnabled: true });
}

async function seedSetting<K extends SettingKey>(owner: Db, key: K, value: SettingValue<K>): Promise<void> {
  await sql`
    insert into setting (key, version, value, actor)
    select ${key}, 1, ${JSON.stringify(value)}::jsonb, 'system'
    where not exists (select from setting where key = ${key})
    on conflict do nothing`.execute(owner);
}
