import type { Language } from './limits.ts';
import { isAllowed, type Permission, type Role } from './permissions.ts';
import { PROMISED, type Promised, QUEUE_PERMISSIONS } from './queues.ts';

/** What operators are told of while the console is closed. */
export const ALARM_KINDS = ['queue', 'feed', 'connection', 'ledger', 'codes'] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** It began, it lasts still, or it ended. */
export type AlarmPhase = 'began' | 'lasts' | 'ended';

type Words = Readonly<Record<Language, string>>;

/** What is told of something: who may know it, its page of the console, and its words. */
interface Told {
  permission: Permission;
  /** Below /console. */
  page: string;
  words: Words;
}

const QUEUE_TOLD: Readonly<Record<Promised, Omit<Told, 'permission'>>> = {
  chats: { page: '/chat', words: { en: 'Chats', th: 'แชท', la: 'ແຊັດ' } },
  slips: { page: '/slips', words: { en: 'Slips', th: 'สลิป', la: 'ສະລິບ' } },
  incoming: { page: '/incoming', words: { en: 'Incoming transfers', th: 'เงินโอนเข้า', la: 'ເງິນໂອນເຂົ້າ' } },
  latePayments: {
    page: '/incoming',
    words: { en: 'Late payments', th: 'การชำระเงินล่าช้า', la: 'ການຊຳລະລ່າຊ້າ' },
  },
  gifts: { page: '/incoming', words: { en: 'Gift links', th: 'ลิงก์ซองของขวัญ', la: 'ລິ້ງຊອງຂອງຂວັນ' } },
  transferClaims: {
    page: '/incoming',
    words: { en: 'Reported transfers', th: 'รายการแจ้งโอน', la: 'ລາຍການແຈ້ງໂອນ' },
  },
  withdrawals: { page: '/withdrawals', words: { en: 'Withdrawals', th: 'รายการถอน', la: 'ລາຍການຖອນ' } },
  transfers: { page: '/transfers', words: { en: 'Game transfers', th: 'รายการโอนเกม', la: 'ລາຍການໂອນເກມ' } },
};

const OTHERS: Readonly<Record<Exclude<AlarmKind, 'queue'>, Told>> = {
  feed: {
    permission: 'deposit.decide',
    page: '/incoming',
    words: { en: 'A bank feed is silent', th: 'ไม่ได้รับข้อมูลจากธนาคาร', la: 'ບໍ່ໄດ້ຮັບຂໍ້ມູນຈາກທະນາຄານ' },
  },
  connection: {
    permission: 'connection.manage',
    page: '/connections',
    words: { en: 'A connection fails', th: 'การเชื่อมต่อขัดข้อง', la: 'ການເຊື່ອມຕໍ່ຂັດຂ້ອງ' },
  },
  ledger: {
    permission: 'report.read',
    page: '/reports',
    words: { en: 'The ledger needs a check', th: 'ต้องตรวจสอบบัญชีแยกประเภท', la: 'ຕ້ອງກວດສອບບັນຊີແຍກປະເພດ' },
  },
  codes: {
    permission: 'settings.edit',
    page: '/content',
    words: {
      en: 'Many codes are sent by SMS',
      th: 'มีการส่งรหัสทาง SMS จำนวนมาก',
      la: 'ມີການສົ່ງລະຫັດທາງ SMS ຈຳນວນຫຼາຍ',
    },
  },
};

const PHASES: Readonly<Record<AlarmPhase, Words>> = {
  began: { en: 'Alarm', th: 'แจ้งเตือน', la: 'ແຈ້ງເຕືອນ' },
  lasts: { en: 'Still on', th: 'ยังไม่สิ้นสุด', la: 'ຍັງບໍ່ສິ້ນສຸດ' },
  ended: { en: 'Ended', th: 'สิ้นสุดแล้ว', la: 'ສິ້ນສຸດແລ້ວ' },
};
const WAITS: Words = {
  en: 'Something has waited for too long.',
  th: 'มีรายการรอนานเกินกำหนด',
  la: 'ມີລາຍການລໍຖ້າດົນເກີນກຳນົດ',
};
const OPENS: Words = {
  en: 'Press to open the console.',
  th: 'กดเพื่อเปิดคอนโซล',
  la: 'ກົດເພື່ອເປີດຄອນໂຊນ',
};

/** What is told of an alarm. @param subject the name of a queue; of other kinds anything */
export function alarmTold(kind: AlarmKind, subject: string): Told {
  if (kind !== 'queue') return OTHERS[kind];
  const queue = subject as Promised;
  return {
    ...QUEUE_TOLD[queue],
    permission: queue === 'chats' ? 'chat.answer' : QUEUE_PERMISSIONS[queue],
  };
}

/** The kinds of which a role may be told something. */
export function alarmKindsOf(role: Role): AlarmKind[] {
  return ALARM_KINDS.filter((kind) =>
    (kind === 'queue' ? PROMISED : ['']).some((subject) =>
      isAllowed(role, alarmTold(kind, subject).permission),
    ),
  );
}

/** The text that a device shows. It names nobody and no amount: others read a locked screen. */
export function alarmText(
  { kind, subject, phase }: { kind: AlarmKind; subject: string; phase: AlarmPhase },
  language: Language,
): { title: string; body: string } {
  const body = kind === 'queue' && phase !== 'ended' ? WAITS : OPENS;
  return {
    title: `${PHASES[phase][language]}: ${alarmTold(kind, subject).words[language]}`,
    body: body[language],
  };
}
