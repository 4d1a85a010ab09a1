export interface Bank {
  code: string;
  /** Three digits, as on slips. The Bank of Thailand has no codes for Lao banks: 8xx is the sandbox's own. */
  number: string;
  name: string;
  nameTH: string;
  colour: string;
}

const bank = (code: string, number: string, name: string, nameTH: string, colour: string): Bank => ({
  code,
  number,
  name,
  nameTH,
  colour,
});

export const BANKS: readonly Bank[] = [
  bank('KBANK', '004', 'Kasikornbank', 'กสิกรไทย', '#138f2d'),
  bank('SCB', '014', 'Siam Commercial Bank', 'ไทยพาณิชย์', '#4e2e7f'),
  bank('BBL', '002', 'Bangkok Bank', 'กรุงเทพ', '#1e4598'),
  bank('KTB', '006', 'Krungthai Bank', 'กรุงไทย', '#1ba5e1'),
  bank('BAY', '025', 'Bank of Ayudhya', 'กรุงศรีอยุธยา', '#fec43b'),
  bank('TMB', '011', 'TMBThanachart', 'ทหารไทยธนชาต', '#0c55f2'),
  bank('GSB', '030', 'Government Savings Bank', 'ออมสิน', '#eb198d'),
  bank('BAAC', '034', 'BAAC', 'เพื่อการเกษตรและสหกรณ์การเกษตร', '#4b9b1d'),
  bank('GHB', '033', 'Government Housing Bank', 'อาคารสงเคราะห์', '#f57d23'),
  bank('CIMB', '022', 'CIMB Thai', 'ซีไอเอ็มบี ไทย', '#7e2f36'),
  bank('UOB', '024', 'UOB (Thai)', 'ยูโอบี', '#0b3979'),
  bank('LHBANK', '073', 'LH Bank', 'แลนด์ แอนด์ เฮ้าส์', '#6d6e71'),
  bank('KKP', '069', 'Kiatnakin Phatra', 'เกียรตินาคินภัทร', '#199cc5'),
  bank('TISCO', '067', 'TISCO', 'ทิสโก้', '#12549f'),
  bank('ISBT', '066', 'Islamic Bank', 'อิสลามแห่งประเทศไทย', '#184615'),
  bank('TCRB', '071', 'Thai Credit', 'ไทยเครดิต', '#0a4ab3'),
  bank('ICBC', '070', 'ICBC (Thai)', 'ไอซีบีซี (ไทย)', '#c50f1c'),
  bank('SCBT', '020', 'Standard Chartered', 'สแตนดาร์ดชาร์เตอร์ด', '#0f6ea1'),
  bank('BCEL', '801', 'BCEL', 'บีซีอีแอล', '#c8102e'),
  bank('LDB', '802', 'Lao Development Bank', 'แอลดีบี', '#00539b'),
  bank('JDB', '803', 'Joint Development Bank', 'เจดีบี', '#0a5c9e'),
  bank('APB', '804', 'Agricultural Promotion Bank', 'เอพีบี', '#2f7d32'),
  bank('LVB', '805', 'Lao-Viet Bank', 'แอลวีบี', '#00695c'),
  bank('ACLEDA', '806', 'ACLEDA Bank Lao', 'เอซีลีดา', '#1a3c7b'),
  bank('IB', '807', 'Indochina Bank', 'อินโดไชน่า', '#8a6d1d'),
  bank('MJBL', '808', 'Maruhan Japan Bank Lao', 'มารูฮาน เจแปน', '#b71c1c'),
];

export function bankByCode(code: string): Bank | undefined {
  return BANKS.find((known) => known.code === code);
}
