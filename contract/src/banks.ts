/** Banks of Thailand and Laos, with the rules for their account numbers. */
export interface BankFacts {
  /** Three-digit code of the Bank of Thailand, as used on slips; absent for Lao banks. */
  number?: string;
  /** The lengths that an account number may have. */
  lengths: readonly number[];
}

const fixed = (number: string, ...lengths: number[]): BankFacts => ({ number, lengths });
const range = (shortest: number, longest: number) =>
  Array.from({ length: longest - shortest + 1 }, (_, more) => shortest + more);
const LAO: BankFacts = { lengths: range(9, 20) };

/**
 * Where public tables differ, all their lengths are accepted: banks have accounts from before they changed their systems, and
 * products of their own.
 */
export const BANK_FACTS: Readonly<Record<string, BankFacts>> = {
  KBANK: fixed('004', 10),
  SCB: fixed('014', 10),
  BBL: fixed('002', 10),
  KTB: fixed('006', 10),
  BAY: fixed('025', 10),
  TMB: fixed('011', 10),
  GSB: fixed('030', 12, 15),
  BAAC: fixed('034', 12),
  GHB: fixed('033', 12, 15),
  CIMB: fixed('022', 10),
  UOB: fixed('024', 10),
  LHBANK: fixed('073', 10),
  KKP: fixed('069', 10, 14),
  TISCO: fixed('067', 10, 14),
  ISBT: fixed('066', 10, 12),
  TCRB: { number: '071', lengths: range(10, 15) },
  ICBC: { number: '070', lengths: range(10, 15) },
  SCBT: { number: '020', lengths: range(10, 15) },
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
  return facts.lengths.includes(accountNo.length);
}

/** The bank code of a three-digit Bank of Thailand number, or undefined. */
export function bankCodeOfNumber(number: string): string | undefined {
  return Object.keys(BANK_FACTS).find((code) => BANK_FACTS[code]?.number === number);
}
