import type { Language } from './limits.ts';
import { bahtText, type Satang } from './money.ts';

/** What a member can switch on and off together. */
export const NOTIFICATION_CATEGORIES = ['security', 'money', 'support'] as const;
export type NotificationCategory = (typeof NOTIFICATION_CATEGORIES)[number];

/** How notifications leave the app; the centre in the app holds all of them. */
export const NOTIFICATION_CHANNELS = ['push', 'connection'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** What opens from a notification: the story of its row, the devices, the profile, the member's data, the chat. */
export type NotificationPlace = 'story' | 'sessions' | 'profile' | 'ownData' | 'chat';

/** What a notification names. No secrets, no account numbers. */
export interface NotificationParams {
  /** The id of the row that tells the story (STORY_ID). */
  row?: string;
  amount?: Satang;
  /** Browser and system: `Chrome, Android`; of a passkey the name that the member gave it. */
  device?: string;
}

type Texts = Readonly<Record<Language, string>>;

interface Kind {
  category: NotificationCategory;
  opens: NotificationPlace;
  title: Texts;
  /** May name {amount} and {device}. */
  body: Texts;
}

const text = (th: string, la: string, en: string): Texts => ({ th, la, en });

const CHECK_DEVICES = text(
  'หากไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่านและติดต่อเรา',
  'ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາປ່ຽນລະຫັດຜ່ານ ແລະ ຕິດຕໍ່ພວກເຮົາ',
  'If this was not you, change your password and contact us',
);
const AMOUNT = text('จำนวนเงิน {amount}', 'ຈຳນວນເງິນ {amount}', '{amount}');

const security = (title: Texts, body: Texts = CHECK_DEVICES): Kind => ({
  category: 'security',
  opens: 'profile',
  title,
  body,
});
const money = (title: Texts, body: Texts = AMOUNT): Kind => ({
  category: 'money',
  opens: 'story',
  title,
  body,
});

/** Every kind of notification, with its texts. Statement triggers of the database write the kinds of money. */
export const NOTIFICATION_KINDS = {
  signIn: {
    ...security(
      text('เข้าสู่ระบบจากเครื่องใหม่', 'ເຂົ້າສູ່ລະບົບຈາກເຄື່ອງໃໝ່', 'New device logged in'),
      text(
        '{device} หากไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่าน',
        '{device} ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາປ່ຽນລະຫັດຜ່ານ',
        '{device}. If this was not you, change your password',
      ),
    ),
    opens: 'sessions',
  },
  loggedIn: {
    ...security(
      text('มีการเข้าสู่ระบบ', 'ມີການເຂົ້າສູ່ລະບົບ', 'Log-in to your account'),
      text(
        '{device} หากไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่าน',
        '{device} ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາປ່ຽນລະຫັດຜ່ານ',
        '{device}. If this was not you, change your password',
      ),
    ),
    opens: 'sessions',
  },
  passwordChanged: security(text('เปลี่ยนรหัสผ่านแล้ว', 'ປ່ຽນລະຫັດຜ່ານແລ້ວ', 'Password changed')),
  sessionEnded: {
    ...security(
      text('นำเครื่องออกจากระบบแล้ว', 'ນຳເຄື່ອງອອກຈາກລະບົບແລ້ວ', 'Device logged out'),
      text(
        '{device} หากไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่าน',
        '{device} ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາປ່ຽນລະຫັດຜ່ານ',
        '{device}. If this was not you, change your password',
      ),
    ),
    opens: 'sessions',
  },
  deviceForgotten: {
    ...security(
      text('เลิกเชื่อถือเครื่องแล้ว', 'ຍົກເລີກການເຊື່ອຖືເຄື່ອງແລ້ວ', 'Device no longer trusted'),
      text(
        '{device} หากไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่าน',
        '{device} ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາປ່ຽນລະຫັດຜ່ານ',
        '{device}. If this was not you, change your password',
      ),
    ),
    opens: 'sessions',
  },
  accountNameCorrected: security(
    text('แก้ไขชื่อบัญชีรับเงินแล้ว', 'ແກ້ໄຂຊື່ບັນຊີຮັບເງິນແລ້ວ', 'Name of payout account corrected'),
  ),
  payoutAccountAsked: security(text('ขอเปลี่ยนบัญชีรับเงิน', 'ຂໍປ່ຽນບັນຊີຮັບເງິນ', 'Change of payout account requested')),
  payoutAccountChanged: security(text('เปลี่ยนบัญชีรับเงินแล้ว', 'ປ່ຽນບັນຊີຮັບເງິນແລ້ວ', 'Payout account changed')),
  payoutAccountRefused: security(
    text('ไม่อนุมัติบัญชีรับเงินใหม่', 'ບໍ່ອະນຸມັດບັນຊີຮັບເງິນໃໝ່', 'Change of payout account refused'),
    text('บัญชีรับเงินยังเป็นบัญชีเดิม', 'ບັນຊີຮັບເງິນຍັງເປັນບັນຊີເດີມ', 'Your payout account stays as it was'),
  ),
  phoneAsked: security(text('ขอเปลี่ยนเบอร์โทรศัพท์', 'ຂໍປ່ຽນເບີໂທລະສັບ', 'Change of phone number requested')),
  phoneChanged: security(text('เปลี่ยนเบอร์โทรศัพท์แล้ว', 'ປ່ຽນເບີໂທລະສັບແລ້ວ', 'Phone number changed')),
  phoneRefused: security(
    text('ไม่อนุมัติเบอร์โทรศัพท์ใหม่', 'ບໍ່ອະນຸມັດເບີໂທລະສັບໃໝ່', 'Change of phone number refused'),
    text('เบอร์โทรศัพท์ยังเป็นเบอร์เดิม', 'ເບີໂທລະສັບຍັງເປັນເບີເດີມ', 'Your phone number stays as it was'),
  ),
  identityAsked: security(
    text('ส่งเอกสารยืนยันตัวตนแล้ว', 'ສົ່ງເອກະສານຢືນຢັນໂຕຕົນແລ້ວ', 'Documents to verify your identity sent'),
  ),
  identityProved: security(
    text('ยืนยันตัวตนสำเร็จ', 'ຢືນຢັນໂຕຕົນສຳເລັດ', 'Identity verified'),
    text('ดูวงเงินใหม่ของคุณที่หน้าโปรไฟล์', 'ເບິ່ງວົງເງິນໃໝ່ຂອງທ່ານຢູ່ໜ້າໂປຣໄຟລ໌', 'See your new sums on the profile page'),
  ),
  identityRefused: security(
    text('ยืนยันตัวตนไม่สำเร็จ', 'ຢືນຢັນໂຕຕົນບໍ່ສຳເລັດ', 'Identity not verified'),
    text(
      'ดูเหตุผลและวิธีแก้ไขที่หน้าโปรไฟล์',
      'ເບິ່ງເຫດຜົນ ແລະ ວິທີແກ້ໄຂຢູ່ໜ້າໂປຣໄຟລ໌',
      'The profile page says why and what to do',
    ),
  ),
  identityLapses: security(
    text('กรุณายืนยันตัวตนอีกครั้ง', 'ກະລຸນາຢືນຢັນໂຕຕົນອີກຄັ້ງ', 'Please verify your identity again'),
    text('การยืนยันเดิมใกล้หมดอายุ', 'ການຢືນຢັນເດີມໃກ້ໝົດອາຍຸ', 'What you have proved ends soon'),
  ),
  identityLapsed: security(
    text('การยืนยันตัวตนหมดอายุ', 'ການຢືນຢັນໂຕຕົນໝົດອາຍຸ', 'Verification of your identity has ended'),
    text('กรุณายืนยันอีกครั้งที่หน้าโปรไฟล์', 'ກະລຸນາຢືນຢັນອີກຄັ້ງຢູ່ໜ້າໂປຣໄຟລ໌', 'Please verify it again on the profile page'),
  ),
  frozen: security(
    text('ล็อกบัญชีแล้ว', 'ລັອກບັນຊີແລ້ວ', 'Account frozen'),
    text('เงินของคุณยังอยู่ครบ', 'ເງິນຂອງທ່ານຍັງຢູ່ຄົບ', 'Your money stays where it is'),
  ),
  unfrozen: security(text('ปลดล็อกบัญชีแล้ว', 'ປົດລັອກບັນຊີແລ້ວ', 'Account no longer frozen')),
  breakBegan: security(
    text('เริ่มพักการเล่นแล้ว', 'ເລີ່ມພັກການຫຼິ້ນແລ້ວ', 'Your break from play has begun'),
    text('คุณยังถอนเงินได้ตามปกติ', 'ທ່ານຍັງຖອນເງິນໄດ້ຕາມປົກກະຕິ', 'You can still withdraw your money'),
  ),
  breakEnded: security(
    text('การพักการเล่นสิ้นสุดแล้ว', 'ການພັກການຫຼິ້ນສິ້ນສຸດແລ້ວ', 'Your break from play is over'),
    text('ขีดจำกัดของคุณยังเหมือนเดิม', 'ຂີດຈຳກັດຂອງທ່ານຍັງຄືເດີມ', 'Your limits are as before'),
  ),
  exclusionBegan: security(
    text('เริ่มงดเล่นแล้ว', 'ເລີ່ມງົດຫຼິ້ນແລ້ວ', 'Your exclusion from play has begun'),
    text('คุณยังถอนเงินและคุยกับเราได้', 'ທ່ານຍັງຖອນເງິນ ແລະ ລົມກັບພວກເຮົາໄດ້', 'You can still withdraw and chat with us'),
  ),
  exclusionEnded: security(
    text('การงดเล่นสิ้นสุดแล้ว', 'ການງົດຫຼິ້ນສິ້ນສຸດແລ້ວ', 'Your exclusion from play is over'),
    text('หากไม่ใช่คุณ กรุณาติดต่อเรา', 'ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຕິດຕໍ່ພວກເຮົາ', 'If this was not you, contact us'),
  ),
  limitChanged: security(text('เปลี่ยนขีดจำกัดแล้ว', 'ປ່ຽນຂີດຈຳກັດແລ້ວ', 'Your limit has changed')),
  limitReached: security(
    text('ถึงขีดจำกัดที่คุณตั้งไว้แล้ว', 'ຮອດຂີດຈຳກັດທີ່ທ່ານຕັ້ງໄວ້ແລ້ວ', 'A limit that you set is reached'),
    text(
      'ดูได้ที่หน้าเล่นอย่างปลอดภัย เงินของคุณยังถอนได้ตามปกติ',
      'ເບິ່ງໄດ້ທີ່ໜ້າຫຼິ້ນຢ່າງປອດໄພ ເງິນຂອງທ່ານຍັງຖອນໄດ້ຕາມປົກກະຕິ',
      'Safer play shows which one. You can still withdraw your money',
    ),
  ),
  limitReady: security(
    text(
      'คำขอเปลี่ยนขีดจำกัดรอคำตอบของคุณ',
      'ຄຳຂໍປ່ຽນຂີດຈຳກັດລໍຖ້າຄຳຕອບຂອງທ່ານ',
      'Your change of a limit awaits your answer',
    ),
    text(
      'ขีดจำกัดเดิมยังมีผลจนกว่าคุณจะยืนยัน',
      'ຂີດຈຳກັດເດີມຍັງມີຜົນຈົນກວ່າທ່ານຈະຢືນຢັນ',
      'Until you confirm it, your limit stays as it is',
    ),
  ),
  passkeyAdded: security(text('เพิ่มพาสคีย์แล้ว', 'ເພີ່ມພາສຄີແລ້ວ', 'Passkey added')),
  passkeyDistrusted: security(
    text('พาสคีย์ถูกปิดใช้งาน', 'ພາສຄີຖືກປິດການໃຊ້ງານ', 'A passkey was switched off'),
    text(
      'อาจมีสำเนาของพาสคีย์นี้ กรุณาลบและเพิ่มใหม่',
      'ອາດມີສຳເນົາຂອງພາສຄີນີ້ ກະລຸນາລຶບ ແລະ ເພີ່ມໃໝ່',
      'A copy of it may exist. Remove it and add a new one',
    ),
  ),
  passkeyRemoved: security(
    text('ลบพาสคีย์แล้ว', 'ລຶບພາສຄີແລ້ວ', 'Passkey removed'),
    text(
      '{device} หากไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่านและติดต่อเรา',
      '{device} ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາປ່ຽນລະຫັດຜ່ານ ແລະ ຕິດຕໍ່ພວກເຮົາ',
      '{device}. If this was not you, change your password and contact us',
    ),
  ),
  pinSet: security(text('ตั้งรหัส PIN แล้ว', 'ຕັ້ງລະຫັດ PIN ແລ້ວ', 'PIN set')),
  pinLocked: security(
    text('ใส่ PIN ผิดหลายครั้ง', 'ໃສ່ PIN ຜິດຫຼາຍຄັ້ງ', 'PIN locked after wrong tries'),
    text(
      'PIN ถูกล็อก หากไม่ใช่คุณ กรุณาเปลี่ยนรหัสผ่าน',
      'PIN ຖືກລັອກ ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາປ່ຽນລະຫັດຜ່ານ',
      'If this was not you, change your password',
    ),
  ),
  pinRemoved: security(text('ลบรหัส PIN แล้ว', 'ລຶບລະຫັດ PIN ແລ້ວ', 'PIN removed')),
  bonusGiven: money(text('คุณได้รับโบนัสจากทีมงาน', 'ທ່ານໄດ້ຮັບໂບນັດຈາກທີມງານ', 'Our team gave you a bonus')),
  couponGiven: {
    ...money(
      text('คุณได้รับคูปองจากทีมงาน', 'ທ່ານໄດ້ຮັບຄູປອງຈາກທີມງານ', 'Our team gave you a coupon'),
      text(
        'คูปอง {amount} รับได้ที่หน้าวงล้อนำโชค',
        'ຄູປອງ {amount} ຮັບໄດ້ທີ່ໜ້າວົງລໍ້ນຳໂຊກ',
        'Claim your coupon of {amount} at the prize wheel',
      ),
    ),
    opens: 'profile',
  },
  coinsGiven: {
    ...money(
      text('คุณได้รับเหรียญจากทีมงาน', 'ທ່ານໄດ້ຮັບຫຼຽນຈາກທີມງານ', 'Our team gave you coins'),
      text('ใช้หมุนวงล้อนำโชคได้', 'ໃຊ້ໝຸນວົງລໍ້ນຳໂຊກໄດ້', 'Spin the prize wheel with them'),
    ),
    opens: 'profile',
  },
  copyReady: {
    ...security(
      text('สำเนาข้อมูลของคุณพร้อมแล้ว', 'ສຳເນົາຂໍ້ມູນຂອງທ່ານພ້ອມແລ້ວ', 'The copy of your data is ready'),
      text(
        'ดาวน์โหลดได้ในโปรไฟล์ภายใน 7 วัน',
        'ດາວໂຫຼດໄດ້ໃນໂປຣໄຟລ໌ພາຍໃນ 7 ມື້',
        'Download it in your profile within 7 days',
      ),
    ),
    opens: 'ownData',
  },
  erasureAsked: {
    ...security(
      text('ขอปิดบัญชีแล้ว', 'ຂໍປິດບັນຊີແລ້ວ', 'Closing of your account requested'),
      text(
        'บัญชีจะปิดใน 24 ชั่วโมง หากไม่ใช่คุณ กรุณายกเลิกในโปรไฟล์',
        'ບັນຊີຈະປິດໃນ 24 ຊົ່ວໂມງ ຖ້າບໍ່ແມ່ນທ່ານ ກະລຸນາຍົກເລີກໃນໂປຣໄຟລ໌',
        'It closes in 24 hours. If this was not you, take it back in your profile',
      ),
    ),
    opens: 'ownData',
  },
  erasureStopped: {
    ...security(
      text('ยังปิดบัญชีไม่ได้', 'ຍັງປິດບັນຊີບໍ່ໄດ້', 'Your account was not closed'),
      text(
        'ยังมีเงิน รายการ หรือการพักการเล่นที่ยังไม่สิ้นสุด กรุณาขออีกครั้งในภายหลัง',
        'ຍັງມີເງິນ, ລາຍການ ຫຼື ການພັກການຫຼິ້ນທີ່ຍັງບໍ່ສິ້ນສຸດ ກະລຸນາຂໍອີກຄັ້ງໃນພາຍຫຼັງ',
        'Money, a transaction or a break is not finished yet. Please ask again later',
      ),
    ),
    opens: 'ownData',
  },
  breachTold: security(
    text('แจ้งเรื่องข้อมูลส่วนบุคคลของคุณ', 'ແຈ້ງເລື່ອງຂໍ້ມູນສ່ວນບຸກຄົນຂອງທ່ານ', 'About your personal data'),
    text(
      'เกิดเหตุที่เกี่ยวกับข้อมูลของคุณ กรุณาเปลี่ยนรหัสผ่านและติดต่อเรา',
      'ເກີດເຫດທີ່ກ່ຽວກັບຂໍ້ມູນຂອງທ່ານ ກະລຸນາປ່ຽນລະຫັດຜ່ານ ແລະ ຕິດຕໍ່ພວກເຮົາ',
      'An incident concerns your data. Please change your password and contact us',
    ),
  ),
  messengerLinked: security(text('เชื่อมต่อแอปแชทแล้ว', 'ເຊື່ອມຕໍ່ແອັບແຊັດແລ້ວ', 'Chat app linked')),
  messengerUnlinked: security(text('ยกเลิกการเชื่อมต่อแอปแชทแล้ว', 'ຍົກເລີກການເຊື່ອມຕໍ່ແອັບແຊັດແລ້ວ', 'Chat app unlinked')),
  depositCredited: money(text('เงินเข้ากระเป๋าแล้ว', 'ເງິນເຂົ້າກະເປົາແລ້ວ', 'Deposit credited')),
  depositRefused: money(text('ฝากเงินไม่สำเร็จ', 'ຝາກເງິນບໍ່ສຳເລັດ', 'Deposit not credited')),
  slipRefused: money(
    text('สลิปไม่ผ่านการตรวจสอบ', 'ສະລິບບໍ່ຜ່ານການກວດສອບ', 'Slip not accepted'),
    text('แตะเพื่อดูเหตุผล', 'ແຕະເພື່ອເບິ່ງເຫດຜົນ', 'Open it to see why'),
  ),
  withdrawalPaid: money(
    text('ถอนเงินสำเร็จ', 'ຖອນເງິນສຳເລັດ', 'Withdrawal paid'),
    text('เงินเข้าบัญชีธนาคาร {amount}', 'ເງິນເຂົ້າບັນຊີທະນາຄານ {amount}', '{amount} was sent to your bank account'),
  ),
  withdrawalRefused: money(
    text('ถอนเงินไม่สำเร็จ', 'ຖອນເງິນບໍ່ສຳເລັດ', 'Withdrawal not paid'),
    text('เงิน {amount} อยู่ในกระเป๋าของคุณ', 'ເງິນ {amount} ຢູ່ໃນກະເປົາຂອງທ່ານ', '{amount} is in your wallet'),
  ),
  transferStuck: money(
    text('รอทีมงานตรวจสอบการโอนเงิน', 'ລໍຖ້າທີມງານກວດສອບການໂອນເງິນ', 'A transfer is being checked'),
  ),
  transferReturned: money(
    text('โอนเงินไม่สำเร็จ', 'ໂອນເງິນບໍ່ສຳເລັດ', 'Transfer not completed'),
    text('เงิน {amount} กลับที่เดิมแล้ว', 'ເງິນ {amount} ກັບບ່ອນເດີມແລ້ວ', '{amount} is back where it was before'),
  ),
  transferSettled: money(text('โอนเงินสำเร็จ', 'ໂອນເງິນສຳເລັດ', 'Transfer completed')),
  balanceAdded: money(text('เพิ่มเงินเข้ากระเป๋าแล้ว', 'ເພີ່ມເງິນເຂົ້າກະເປົາແລ້ວ', 'Money added to your wallet')),
  balanceTaken: money(text('หักเงินจากกระเป๋าแล้ว', 'ຫັກເງິນຈາກກະເປົາແລ້ວ', 'Money taken from your wallet')),
  bonusCredited: money(text('ได้รับโบนัส', 'ໄດ້ຮັບໂບນັດ', 'Bonus credited')),
  refundCredited: money(text('ได้รับคืนยอดเสีย', 'ໄດ້ຮັບຄືນຍອດເສຍ', 'Refund credited')),
  inviteCredited: money(text('ได้รับเงินแนะนำเพื่อน', 'ໄດ້ຮັບເງິນແນະນຳໝູ່', 'Invite share credited')),
  prizeCredited: money(text('ได้รับรางวัล', 'ໄດ້ຮັບລາງວັນ', 'Prize credited')),
  accountsMerged: security(
    text('รวมบัญชีแล้ว', 'ລວມບັນຊີແລ້ວ', 'Accounts merged'),
    text(
      'บัญชีอื่นของคุณรวมกับบัญชีนี้แล้ว หากไม่ถูกต้อง กรุณาติดต่อเรา',
      'ບັນຊີອື່ນຂອງທ່ານລວມກັບບັນຊີນີ້ແລ້ວ ຖ້າບໍ່ຖືກຕ້ອງ ກະລຸນາຕິດຕໍ່ພວກເຮົາ',
      'Your other account is now part of this one. If this is wrong, contact us',
    ),
  ),
  documentsAsked: {
    category: 'support',
    opens: 'chat',
    title: text('กรุณายืนยันข้อมูลของคุณ', 'ກະລຸນາຢືນຢັນຂໍ້ມູນຂອງທ່ານ', 'Please confirm your details'),
    body: text(
      'ติดต่อเราในแชทเพื่อส่งเอกสาร',
      'ຕິດຕໍ່ພວກເຮົາໃນແຊັດເພື່ອສົ່ງເອກະສານ',
      'Contact us in the chat to send a document',
    ),
  },
  playCare: {
    category: 'support',
    opens: 'chat',
    title: text('เราอยู่ข้างคุณเสมอ', 'ພວກເຮົາຢູ່ຂ້າງທ່ານສະເໝີ', 'We are here for you'),
    body: text(
      'ตั้งขีดจำกัดหรือพักการเล่นได้ทุกเมื่อ หรือคุยกับเราในแชท',
      'ຕັ້ງຂີດຈຳກັດ ຫຼື ພັກການຫຼິ້ນໄດ້ທຸກເວລາ ຫຼື ລົມກັບພວກເຮົາໃນແຊັດ',
      'You can set a limit or take a break at any time, or talk to us in the chat',
    ),
  },
  chatAnswered: {
    category: 'support',
    opens: 'chat',
    title: text('ทีมงานตอบคุณแล้ว', 'ທີມງານຕອບທ່ານແລ້ວ', 'We have answered you'),
    body: text('แตะเพื่ออ่านในแชท', 'ແຕະເພື່ອອ່ານໃນແຊັດ', 'Open the chat to read it'),
  },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** A notification in a member's words. An empty body says nothing more than the title. */
export interface NotificationText {
  title: string;
  body: string;
}

/** @param hidesAmounts leaves a body out that names an amount: others read a locked screen */
export function notificationText(
  kind: NotificationKind,
  { amount = 0n, device = '' }: NotificationParams,
  language: Language,
  { hidesAmounts }: { hidesAmounts: boolean } = { hidesAmounts: false },
): NotificationText {
  const { title, body }: Kind = NOTIFICATION_KINDS[kind];
  const words = body[language];
  if (hidesAmounts && words.includes('{amount}')) return { title: title[language], body: '' };
  return {
    title: title[language],
    body: words
      .replace('{amount}', `฿${grouped(bahtText(amount))}`)
      .replace(/\{device\}(\.?) /, (_, stop) => (device === '' ? '' : `${device}${stop} `)),
  };
}

const grouped = (baht: string): string => baht.replace(/\B(?=(\d{3})+(?=\.))/g, ',');
