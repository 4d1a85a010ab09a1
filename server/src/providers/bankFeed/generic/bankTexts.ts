/**
 * Texts by which banks tell of money that came in, and who sends them. A text's words are literal; a space stands for
 * any white space or none. Places: `{amount}`, `{balance}`, `{account}` (ours, masked), `{bank}`, `{from}` and `{name}`
 * (the sender's), `{d}` `{m}` `{mon}` `{y}` `{H}` `{M}` `{S}` (two-digit years of either calendar; months in Thai or English),
 * `{way}` (a word) and `{ref}` (a number of the bank's own), which say nothing. A text that is not listed is never credited.
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

/** The forms of a Lao bank, in Lao and in English. */
const laoTexts = (app: string) => [
  assumed('ເງິນເຂົ້າ {amount} LAK ບັນຊີ {account} {d}/{m}/{y} {H}:{M} ຍອດເຫຼືອ {balance} LAK'),
  assumed('ບັນຊີ {account} ເງິນເຂົ້າ {amount} LAK ຍອດເຫຼືອ {balance} LAK {d}/{m}/{y} {H}:{M}'),
  assumed('ທ່ານໄດ້ຮັບເງິນ {amount} ກີບ ຈາກ {name} ເຂົ້າບັນຊີ {account} ວັນທີ {d}/{m}/{y} {H}:{M}'),
  assumed('Credit {amount} LAK to A/C {account} {d}/{m}/{y} {H}:{M} Balance {balance} LAK'),
  assumed('You have received {amount} LAK from {name} to A/C {account} on {d}/{m}/{y} {H}:{M}'),
  assumed(`${app}: {amount} LAK received from {name} Ref {ref} {d}/{m}/{y} {H}:{M}`),
];

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
      assumed('{d}/{m}/{y} {H}:{M} A/C {account} Deposit {amount} Outstanding Balance {balance} Baht'),
      assumed(
        '{d}/{m}/{y} {H}:{M} A/C {account} Received from {from} {amount} Outstanding Balance {balance} Baht',
      ),
      assumed('KBANK: รับโอน {amount} บ. บช {account} จาก {name} Ref. {ref} {d}/{m} {H}:{M}'),
      assumed('รายการเงินเข้า บัญชี {account} จำนวนเงิน {amount} บาท วันที่ {d} {mon} {y} {H}:{M} น.'),
      assumed('Money received {amount} Baht to account {account} on {d} {mon} {y} {H}:{M}'),
      assumed('You have received {amount} Baht from {name} to A/C {account} {d}/{m}/{y} {H}:{M}'),
      seen('{d}/{m} {H}:{M} บช {account} รับโอนจาก {from} {amount} คงเหลือ {balance} บ.'),
      seen('{d}/{m} {H}:{M} บช {account} รับโอนจาก {from} {amount} คงเหลือ {balance}'),
      seen('{d}/{m} {H}:{M} บช {account} เงินเข้า {amount} คงเหลือ {balance} บ.'),
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
      assumed('SCB: เงินเข้า THB {amount} บช. {account} จาก {name} Ref No. {ref}'),
      assumed('SCB: Transfer in {amount} THB A/C {account} Bal {balance} THB'),
      assumed('{d}/{m}@{H}:{M} {amount} from {bank}/{from} to {account} Avail {balance} THB'),
      assumed('{d}/{m}@{H}:{M} {amount} transferred from {name} to {account} Avail {balance} THB'),
      assumed('THB {amount} deposited to A/C {account} {d}/{m}@{H}:{M} Avail THB {balance}'),
      assumed(
        'You have received {amount} Baht via PromptPay from {bank} / {from} to account {account} on {d} {mon} {y} - {H}:{M}',
      ),
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
      assumed('KTB: Transfer In THB {amount} A/C {account} From {name} Ref. {ref}'),
      assumed('KTB: เงินเข้า {amount} บาท บช {account} คงเหลือ {balance} บาท'),
      assumed('KTB: รับเงินพร้อมเพย์ {amount} บาท บช {account}'),
      assumed('{d}-{m}@{H}:{M} A/C {account}:Deposit {amount} Available {balance} THB'),
      assumed('{d}-{m}-{y}@{H}:{M} A/C {account}:Deposit {amount} THB Available {balance} THB'),
      assumed('Received {amount} Baht via PromptPay from {bank} {from}'),
    ],
  },
  {
    bank: 'BBL',
    currency: 'THB',
    from: ['bangkokbank', 'bbl', 'com.bbl.mobilebanking'],
    texts: [
      seen('เงินเข้าบ/ช {account} จากพร้อมเพย์ผ่าน {way} {amount} บ เงินในบ/ชใช้ได้ {balance} บ'),
      seen('ฝาก/โอนเงินเข้าบ/ช {account} ผ่าน {way} {amount} บ ใช้ได้ {balance} บ'),
      assumed('BBL: Deposit {amount} THB to A/C {account} on {d}/{m}/{y} {H}:{M} Bal {balance} THB'),
      assumed('BBL: Received ฿ {amount} Acct {account} From {name} Ref. {ref}'),
      assumed('Deposit/transfer to A/C {account} via {way} {amount} THB Available {balance} THB'),
      assumed(
        'Deposit to A/C {account} from PromptPay via {way} {amount} THB Available balance {balance} THB',
      ),
      assumed('มีเงินโอนเข้าบัญชี {account} จำนวน {amount} บาท ยอดเงินที่ใช้ได้ {balance} บาท'),
    ],
  },
  {
    bank: 'BAY',
    currency: 'THB',
    from: ['krungsri', 'com.krungsri.kma'],
    texts: [
      seen('โอนเข้า {account} {amount} เหลือ {balance} ({d}/{m}/{y},{H}:{M})'),
      assumed('Krungsri: เงินเข้า ฿ {amount} บช {account} จาก {name} Ref {ref}'),
      assumed('Krungsri: Deposit {amount} THB A/C {account} Bal {balance} THB'),
      assumed('Transfer in {account} {amount} Bal {balance} ({d}/{m}/{y},{H}:{M})'),
    ],
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
      assumed('ttb: CR THB {amount} A/C {account} From {name} Ref {ref}'),
      assumed('ttb: รับเงินโอน {amount} บาท บช {account}'),
      assumed(
        'THB {amount} transferred to A/C {account} from {bank} {from} {name} Bal THB {balance} {d}/{m}/{y}@{H}:{M}',
      ),
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
      assumed('MyMo: รับโอน {amount} บาท บัญชี {account} จาก {name} อ้างอิง {ref}'),
      assumed('GSB: เงินฝากเข้า {amount} บาท บช {account} คงเหลือ {balance} บาท'),
      assumed(
        'Deposit: {amount} Baht from account {bank} {from} to account GSBA {account} on {d} {mon} {y} at {H}:{M} Balance {balance} Baht',
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
      assumed('ธกส: รับโอน {amount} บ. บช {account} จาก {name} Ref. {ref}'),
      assumed('BAAC: เงินเข้า {amount} บาท บช {account} คงเหลือ {balance} บาท'),
      assumed(
        '{d}/{m}/{y} {H}:{M}:{S} A/C {account} PromptPay received {amount} Baht Balance {balance} Baht',
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
      ...laoTexts('BCEL One'),
    ],
  },
  {
    bank: 'JDB',
    currency: 'LAK',
    from: ['jdb', 'jdb yes'],
    texts: laoTexts('JDB Yes'),
  },
  {
    bank: 'LDB',
    currency: 'LAK',
    from: ['ldb', 'ldb trust'],
    texts: laoTexts('LDB Trust'),
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
