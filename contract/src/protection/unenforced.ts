import { type Clause, read } from './clause.ts';

interface UnenforcedRule {
  row: number;
  clauses: readonly Clause[];
}

/**
 * Rows of the table of rules that the product does not enforce. No pack has a switch for them. Why is said in the
 * console's words (`packs.why.…`).
 */
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
  },
  registrationData: {
    row: 32,
    clauses: [read('brazil', 'Portaria of Nov 2025', 'bnldata.com.br; poder360.com.br')],
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
  },
} as const satisfies Record<string, UnenforcedRule>;
