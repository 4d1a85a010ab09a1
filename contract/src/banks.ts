/** Banks of Thailand and Laos, with the rules for their account numbers. */
export interface BankFacts {
  /** Three-digit code of the Bank of Thailand, as used on slips; absent for Lao banks. */
  number?: string;
  /** Allowed lengths of an account number, inclusive. */
  digits: readonly [number, number];
}

const fixed = (digits: number, number: string): BankFacts => ({ number, digits: [digits, digits] });
const LAO: BankFacts = { digits: [9, 20] };

export const BANK_FACTS: Readonly<Record<string, BankFacts>> = {
  KBANK: fixed(10, '004'),
  SCB: fixed(10, '014'),
  BBL: fixed(10, '002'),
  KTB: fixed(10, '006'),
  BAY: fixed(10, '025'),
  TMB: fixed(10, '011'),
  GSB: fixed(12, '030'),
  BAAC: fixed(12, '034'),
  GHB: fixed(12, '033'),
  CIMB: fixed(10, '022'),
  UOB: fixed(10, '024'),
  LHBANK: fixed(10, '073'),
  KKP: fixed(10, '069'),
  TISCO: fixed(14, '067'),
  ISBT: fixed(10, '066'),
  TCRB: { number: '071', digits: [10, 15] },
  ICBC: { number: '070', digits: [10, 15] },
  SCBT: { number: '020', digits: [10, 15] },
  BCEL: LAO,
  LDB: LAO,
  JDB: LAO,
  APB: LAO,
  LVB: LAO,
  ACLEDA: LAO,
  IB: LAO,
  MJBL: LAO,
};

/** True when the bank is known and the number has only digits in an allowed length. */
export function isBankAccountNumber(bankCode: string, accountNo: string): boolean {
  const facts = Object.hasOwn(BANK_FACTS, bankCode) ? BANK_FACTS[bankCode] : undefined;
  if (!facts || !/^\d+$/.test(accountNo)) return false;
  const [shortest, longest] = facts.digits;
  return accountNo.length >= shortest && accountNo.length <= longest;
}

/** The bank code of a three-digit Bank of Thailand number, or undefined. */
export function bankCodeOfNumber(number: string): string | undefined {
  return Object.keys(BANK_FACTS).find((code) => BANK_FACTS[code]?.number === number);
}
