import { type Clause, read } from './clause.ts';

interface UnenforcedRule {
  row: number;
  clauses: readonly Clause[];
  /** Why nothing is enforced, for whoever reads the printed pack. */
  why: string;
}

/** Rows of the table of rules that the product does not enforce, and why. No pack has a switch for them. */
export const UNENFORCED_RULES = {
  paymentSide: {
    row: 31,
    clauses: [
      {
        of: 'standard',
        name: 'BSP (Philippines), draft of July 2025: 20 % of the balance a day, 6 hours, pause of 24 hours, face, 21 years',
        mark: 'draft',
        source: 'pasa.news',
      },
    ],
    why: 'A draft for payment services of the Philippines. It is not in force, and it binds whoever holds the money before it reaches a site. Limits of deposits, time and levels do the same for members here.',
  },
  registrationData: {
    row: 32,
    clauses: [read('brazil', 'Portaria of Nov 2025', 'bnldata.com.br; poder360.com.br')],
    why: 'Enforced in part. Account, phone and IP address are recorded, limits are offered, a document is asked for by levels. Postal address and e-mail are not asked for: the specification’s registration has no fields for them, and what no law here asks for is not collected.',
  },
  transactionReports: {
    row: 37,
    clauses: [
      read(
        'thailandAndLaos',
        'AML Act s. 13: cash THB 2 million, property THB 5 million, electronic THB 100,000 (pages of 2011; a newer one says 5 million, 1 million, 100,000)',
        'thailand-business-news.com 32119; pricesanond.com; financialcrime.world',
      ),
    ],
    why: 'Banks and certain professions report; a site without a licence is neither. Sources contradict each other, so a lawyer decides. Cases of the laundering rules can be exported for a report.',
  },
} as const satisfies Record<string, UnenforcedRule>;
