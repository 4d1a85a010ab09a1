import type { Config } from '../config.ts';
import type { Db } from '../database/connect.ts';

type BankNames = readonly [code: string, th: string, en: string, la: string, colour: string];

/** Names without the word for bank, as the product shows them. Recommended banks come first (REG-13). */
const THAI_BANKS: readonly BankNames[] = [
  ['KBANK', 'กสิกรไทย', 'Kasikornbank', 'ກະສິກອນໄທ', '#138f2d'],
  ['KTB', 'กรุงไทย', 'Krungthai Bank', 'ກຸງໄທ', '#1ba5e1'],
  ['SCB', 'ไทยพาณิชย์', 'Siam Commercial Bank', 'ໄທພານິດ', '#4e2e7f'],
  ['BBL', 'กรุงเทพ', 'Bangkok Bank', 'ກຸງເທບ', '#1e4598'],
  ['BAY', 'กรุงศรีอยุธยา', 'Bank of Ayudhya (Krungsri)', 'ກຸງສີອະຍຸດທະຍາ', '#fec43b'],
  ['TMB', 'ทหารไทยธนชาต', 'TMBThanachart (ttb)', 'ທະຫານໄທທະນະຊາດ', '#0c55f2'],
  ['GSB', 'ออมสิน', 'Government Savings Bank', 'ອອມສິນ', '#eb198d'],
  ['BAAC', 'เพื่อการเกษตรและสหกรณ์การเกษตร', 'BAAC', 'ເພື່ອການກະເສດ ແລະ ສະຫະກອນການກະເສດ', '#4b9b1d'],
  ['GHB', 'อาคารสงเคราะห์', 'Government Housing Bank', 'ອາຄານສົງເຄາະ', '#f57d23'],
  ['CIMB', 'ซีไอเอ็มบี ไทย', 'CIMB Thai', 'ຊີໄອເອັມບີ ໄທ', '#7e2f36'],
  ['UOB', 'ยูโอบี', 'UOB (Thai)', 'ຢູໂອບີ', '#0b3979'],
  ['LHBANK', 'แลนด์ แอนด์ เฮ้าส์', 'LH Bank', 'ແລນ ແອນ ເຮົ້າ', '#6d6e71'],
  ['KKP', 'เกียรตินาคินภัทร', 'Kiatnakin Phatra', 'ກຽດນາຄິນພັດທະຣະ', '#199cc5'],
  ['TISCO', 'ทิสโก้', 'TISCO', 'ທິສໂກ້', '#12549f'],
  ['ISBT', 'อิสลามแห่งประเทศไทย', 'Islamic Bank', 'ອິດສະລາມແຫ່ງປະເທດໄທ', '#184615'],
  ['TCRB', 'ไทยเครดิต', 'Thai Credit', 'ໄທເຄຣດິດ', '#0a4ab3'],
  ['ICBC', 'ไอซีบีซี (ไทย)', 'ICBC (Thai)', 'ໄອຊີບີຊີ (ໄທ)', '#c50f1c'],
  ['SCBT', 'สแตนดาร์ดชาร์เตอร์ด', 'Standard Chartered', 'ສະແຕນດາດຊາເຕີດ', '#0f6ea1'],
];

const LAO_BANKS: readonly BankNames[] = [
  ['BCEL', 'การค้าต่างประเทศลาว', 'Banque pour le Commerce Extérieur Lao', 'ການຄ້າຕ່າງປະເທດລາວ', '#c8202f'],
  ['LDB', 'พัฒนาลาว', 'Lao Development Bank', 'ພັດທະນາລາວ', '#1c5fa8'],
  ['JDB', 'ร่วมพัฒนา', 'Joint Development Bank', 'ຮ່ວມພັດທະນາ', '#0d4a86'],
  ['APB', 'ส่งเสริมกสิกรรม', 'Agricultural Promotion Bank', 'ສົ່ງເສີມກະສິກຳ', '#1f7a3d'],
  ['LVB', 'ร่วมธุรกิจลาว-เวียดนาม', 'Lao-Viet Bank', 'ຮ່ວມທຸລະກິດລາວ-ຫວຽດ', '#0a6b76'],
  ['ACLEDA', 'เอซีลีดา', 'ACLEDA Bank Lao', 'ເອຊີລີດາ', '#1a3c6e'],
  ['IB', 'อินโดจีน', 'Indochina Bank', 'ອິນໂດຈີນ', '#8a5a12'],
  ['MJBL', 'มารูฮาน เจแปน', 'Maruhan Japan Bank Lao', 'ມາຣູຮານ ເຈແປນ', '#b3202a'],
];

/** The only Lao bank with its own deposit display, also offered in the Thailand variant. */
const LAO_BANK_IN_THAILAND = 'BCEL';

/**
 * The banks of Thailand and Laos (payments.md), the variant's own country first. Only missing banks are added, so
 * operators' changes stay.
 */
export async function seedBanks(owner: Db, { variant }: Pick<Config, 'variant'>): Promise<void> {
  const thai = THAI_BANKS.map((bank) => ({ bank, country: 'TH', isActive: true }));
  const lao = LAO_BANKS.map((bank) => ({
    bank,
    country: 'LA',
    isActive: variant === 'laos' || bank[0] === LAO_BANK_IN_THAILAND,
  }));
  const ordered = variant === 'laos' ? [...lao, ...thai] : [...thai, ...lao];
  await owner
    .insertInto('bank')
    .values(
      ordered.map(({ bank: [code, name_th, name_en, name_la, colour], country, isActive }, index) => ({
        code,
        name_th,
        name_en,
        name_la,
        colour,
        country,
        position: (index + 1) * 10,
        is_active: isActive,
      })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}
