/**
 * Texts by which banks tell of money that came in, and who sends them. A text's words are literal; a space stands for
 * any white space or none. Places: `{amount}`, `{balance}`, `{account}` (ours, masked), `{bank}`, `{from}` and `{name}`
 * (the sender's), `{d}` `{m}` `{mon}` `{y}` `{H}` `{M}` `{S}` (two-digit years of either calendar), `{way}` (a word that
 * says nothing). A text that is not listed is never credited.
 */
export interface BankTexts {
  /** The code of our bank list. */
  bank: string;
  currency: 'THB' | 'LAK';
  /** Names of the SMS senders and packages of the apps, in small letters. Others are strangers. */
  from: readonly string[];
  texts: readonly {
    text: string;
    /** Seen in public software that reads such texts; otherwise assumed. */
    isConfirmed: boolean;
  }[];
}

const seen = (text: string) => ({ text, isConfirmed: true });
const assumed = (text: string) => ({ text, isConfirmed: false });

/** Packages as Google Play lists them; senders as public software names them. */
export const BANK_TEXTS: readonly BankTexts[] = [
  {
    bank: 'KBANK',
    currency: 'THB',
    from: ['kbank', 'k-bank', 'kplus', 'com.kasikorn.retail.mbanking.wap'],
    texts: [
      seen('{d}/{m}/{y} {H}:{M} บช {account} เงินเข้า {amount} คงเหลือ {balance} บ.'),
      seen('{d}/{m}/{y} {H}:{M} บช {account} เงินเข้า {amount} บ'),
      seen('{d}/{m}/{y} {H}:{M} บช {account} รับโอนจาก {from} {amount} บ คงเหลือ {balance} บ'),
      seen('{d}/{m}/{y} {H}:{M} บช {account} รับโอนจาก {from} {amount} คงเหลือ {balance} บ.'),
    ],
  },
  {
    bank: 'SCB',
    currency: 'THB',
    from: ['scb', '027777777', 'scbeasy', 'com.scb.phone'],
    texts: [
      seen('{d}/{m}@{H}:{M} {amount} จาก {bank}/{from} เข้า {account} ใช้ได้ {balance} บ'),
      seen('{d}/{m}@{H}:{M} {amount} โอนจาก {name} เข้า {account} ใช้ได้ {balance} บ'),
      seen('เงิน {amount} บ เข้าบ/ช {account} {d}/{m}@{H}:{M} ใช้ได้ {balance} บ'),
      seen('เงิน {amount} บ เข้าบ/ช {account} {d}/{m}@{H}:{M} ใช้ได้ {balance}'),
      seen(
        'คุณได้รับเงิน {amount} บาท ผ่านรายการพร้อมเพย์จาก {bank} / {from} เข้าบัญชี {account} เมื่อ {d} {mon} {y} - {H}:{M}',
      ),
    ],
  },
  {
    bank: 'KTB',
    currency: 'THB',
    from: ['krungthai', 'ktb', 'ktbcs.netbank'],
    texts: [
      seen('{d}-{m}@{H}:{M} บช {account}:เงินเข้า {amount} บ ใช้ได้ {balance} บ'),
      seen('{d}-{m}-{y}@{H}:{M} บช {account}:เงินเข้า {amount} บ. ใช้ได้ {balance} บ.'),
      seen('ได้รับ {amount} บาท เข้าพร้อมเพย์ จากบัญชี {bank} {from}'),
    ],
  },
  {
    bank: 'BBL',
    currency: 'THB',
    from: ['bangkokbank', 'bbl', 'com.bbl.mobilebanking'],
    texts: [
      seen('เงินเข้าบ/ช {account} จากพร้อมเพย์ผ่าน {way} {amount} บ เงินในบ/ชใช้ได้ {balance} บ'),
      seen('ฝาก/โอนเงินเข้าบ/ช {account} ผ่าน {way} {amount} บ ใช้ได้ {balance} บ'),
    ],
  },
  {
    bank: 'BAY',
    currency: 'THB',
    from: ['krungsri', 'com.krungsri.kma'],
    texts: [seen('โอนเข้า {account} {amount} เหลือ {balance} ({d}/{m}/{y},{H}:{M})')],
  },
  {
    bank: 'TMB',
    currency: 'THB',
    from: ['ttb', 'ttbbank', 'tmbbank', 'com.tmbtouch.production'],
    texts: [
      seen('มีเงิน {amount} บ.โอนเข้าบ/ช {account} เหลือ {balance} บ.{d}/{m}/{y}@{H}:{M}'),
      seen(
        'มีเงิน {amount} บ.โอนเข้าบ/ช {account} จาก {bank} {from} {name} เหลือ {balance} บ.{d}/{m}/{y}@{H}:{M}',
      ),
      seen('มีเงิน {amount} บ.เข้าบ/ช {account} เหลือ {balance} บ.{d}/{m}/{y}@{H}:{M}'),
    ],
  },
  {
    bank: 'GSB',
    currency: 'THB',
    from: ['gsb', 'mymo', 'com.mobilife.gsb.mymo'],
    texts: [
      seen(
        'เงินเข้า: มีการฝาก/โอนเงิน {amount} บาท จากบัญชี {bank} {from} เข้าบัญชี GSBA {account} วันที่ {d} {mon} {y} เวลา {H}:{M} น. คงเหลือ {balance} บาท',
      ),
    ],
  },
  {
    bank: 'BAAC',
    currency: 'THB',
    from: ['baac', 'com.baac.amobileplus'],
    texts: [
      seen(
        '{d}/{m}/{y} {H}:{M}:{S} บัญชี {account} รับโอนพร้อมเพย์ จำนวน {amount} บาท ยอดเงินคงเหลือ {balance} บาท',
      ),
    ],
  },
  {
    bank: 'TRUEMONEY',
    currency: 'THB',
    from: ['truemoney', 'th.co.truemoney.wallet'],
    texts: [
      assumed('คุณได้รับเงิน {amount} บาท จาก {name} {from}'),
      assumed('คุณได้รับเงิน {amount} บาท จาก {from}'),
    ],
  },
  {
    bank: 'BCEL',
    currency: 'LAK',
    from: ['bcel', 'bcel one', 'com.bcel.bcelone'],
    texts: [
      assumed('ເງິນເຂົ້າ {amount} LAK ບັນຊີ {account} ຈາກ {name} {d}/{m}/{y} {H}:{M}'),
      assumed('ເງິນເຂົ້າ {amount} LAK ບັນຊີ {account} {d}/{m}/{y} {H}:{M} ຍອດເຫຼືອ {balance} LAK'),
    ],
  },
  {
    bank: 'JDB',
    currency: 'LAK',
    from: ['jdb', 'jdb yes'],
    texts: [assumed('ເງິນເຂົ້າ {amount} LAK ບັນຊີ {account} {d}/{m}/{y} {H}:{M} ຍອດເຫຼືອ {balance} LAK')],
  },
  {
    bank: 'LDB',
    currency: 'LAK',
    from: ['ldb', 'ldb trust'],
    texts: [assumed('ເງິນເຂົ້າ {amount} LAK ບັນຊີ {account} {d}/{m}/{y} {H}:{M} ຍອດເຫຼືອ {balance} LAK')],
  },
];

/** Banks as other banks write them. */
export const BANK_NAMES: Readonly<Record<string, string>> = {
  KBNK: 'KBANK',
  KBANK: 'KBANK',
  กสิกรไทย: 'KBANK',
  SCB: 'SCB',
  SCBA: 'SCB',
  ไทยพาณิชย์: 'SCB',
  KTB: 'KTB',
  KTBA: 'KTB',
  กรุงไทย: 'KTB',
  BBL: 'BBL',
  BBLA: 'BBL',
  กรุงเทพ: 'BBL',
  BAY: 'BAY',
  BAYA: 'BAY',
  กรุงศรีอยุธยา: 'BAY',
  กรุงศรี: 'BAY',
  TTB: 'TMB',
  TMB: 'TMB',
  ทหารไทยธนชาต: 'TMB',
  GSB: 'GSB',
  GSBA: 'GSB',
  ออมสิน: 'GSB',
  BAAC: 'BAAC',
};
