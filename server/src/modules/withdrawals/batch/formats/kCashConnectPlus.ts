import type { FixedField, PayoutFormat } from '../payoutFormat.ts';
import { USUAL_RESULT } from '../resultReading.ts';

const blank = (width: number): FixedField => ({ name: '', width, holds: { text: '' } });
const NONE: FixedField = { name: 'Tax amounts', width: 39, holds: { text: '0000000000.00'.repeat(3) } };

const REFERENCE: FixedField = { name: 'Reference', width: 16, holds: { value: 'reference' } };
const BATCH: FixedField = { name: 'Batch reference', width: 16, holds: { value: 'batchReference' } };
const PAYING: FixedField = { name: 'Debit account', width: 10, holds: { value: 'payingAccount' } };
const LINE: FixedField = { name: 'Sequence', width: 6, fill: 'zeros', holds: { value: 'line' } };
const COUNT: FixedField = { name: 'Payments', width: 18, fill: 'zeros', holds: { value: 'count' } };
const PRODUCT: FixedField = { name: 'Product', width: 3, holds: { value: 'productCode' } };

const ACCOUNT = { name: 'payingAccount', pattern: '^[0-9]{10}$', example: '1234567890' } as const;

/** To accounts at KASIKORNBANK: direct credit. */
export const kCashConnectPlus: PayoutFormat = {
  code: 'k-cash-connect-plus',
  title: 'K-Cash Connect Plus (KBANK)',
  currencies: ['THB'],
  banks: { only: ['KBANK'] },
  isConfirmed: false,
  encoding: 'windows-874',
  terms: [
    ACCOUNT,
    { name: 'companyName', pattern: '^[^\\r\\n]{1,50}$', example: 'COMPANY CO LTD' },
    { name: 'productCode', pattern: '^(DCT|PCT|FTR|FTL)$', example: 'DCT' },
  ],
  layout: {
    kind: 'fixed',
    head: [
      [
        { name: 'Record', width: 1, holds: { text: 'H' } },
        PRODUCT,
        BATCH,
        { name: 'Zeros', width: 6, holds: { text: '000000' } },
        blank(14),
        PAYING,
        blank(1),
        { name: 'Total', width: 15, fill: 'zeros', holds: { value: 'total', as: 'hundredths' } },
        blank(1),
        { name: 'Made on', width: 6, holds: { value: 'madeDay', as: 'yyMMdd' } },
        blank(25),
        { name: 'Company', width: 50, isCut: true, holds: { value: 'companyName' } },
        { name: 'Pay day', width: 6, holds: { value: 'payDay', as: 'yyMMdd' } },
        COUNT,
        { name: 'Charges', width: 1, holds: { text: 'N' } },
        blank(5),
      ],
    ],
    row: [
      [
        { name: 'Record', width: 1, holds: { text: 'D' } },
        LINE,
        blank(14),
        { name: 'Account', width: 10, holds: { value: 'accountNo' } },
        blank(1),
        { name: 'Amount', width: 15, fill: 'zeros', holds: { value: 'amount', as: 'hundredths' } },
        blank(1),
        { name: 'Made on', width: 6, holds: { value: 'madeDay', as: 'yyMMdd' } },
        blank(25),
        { name: 'Name', width: 50, isCut: true, holds: { value: 'accountName' } },
        { name: 'Pay day', width: 6, holds: { value: 'payDay', as: 'yyMMdd' } },
        { name: 'Tax records', width: 3, holds: { text: '000' } },
        REFERENCE,
        blank(151),
        NONE,
        blank(398),
      ],
    ],
    tail: [],
  },
  result: USUAL_RESULT,
};

/** To accounts at other banks of Thailand, by media clearing. */
export const kCashConnectPlusOther: PayoutFormat = {
  code: 'k-cash-connect-plus-other',
  title: 'K-Cash Connect Plus (other banks)',
  currencies: ['THB'],
  banks: { except: ['KBANK'] },
  isConfirmed: false,
  encoding: 'windows-874',
  terms: [ACCOUNT, { name: 'productCode', pattern: '^(MCL|MCS|PCL)$', example: 'MCL' }],
  layout: {
    kind: 'fixed',
    head: [
      [
        { name: 'Record', width: 1, holds: { text: 'H' } },
        PRODUCT,
        PAYING,
        BATCH,
        { name: 'Pay day', width: 10, holds: { value: 'payDay', as: 'dd-MM-yyyy' } },
        blank(5),
        COUNT,
        { name: 'Total', width: 18, fill: 'zeros', holds: { value: 'total', as: 'decimal' } },
        { name: 'Charges', width: 1, holds: { text: 'N' } },
      ],
    ],
    row: [
      [
        { name: 'Record', width: 1, holds: { text: 'D' } },
        LINE,
        blank(4),
        { name: 'Amount', width: 13, fill: 'zeros', holds: { value: 'amount', as: 'decimal' } },
        { name: 'Name', width: 80, isCut: true, holds: { value: 'accountName' } },
        blank(120),
        { name: 'Account', width: 20, fill: 'zeros', holds: { value: 'accountNo' } },
        REFERENCE,
        blank(13),
        { name: 'Branch', width: 4, holds: { value: 'branchDigits' } },
        { name: 'Bank', width: 3, holds: { value: 'bankNumber' } },
        blank(416),
        NONE,
        { name: 'Tax records', width: 3, holds: { text: '000' } },
      ],
    ],
    tail: [],
  },
  result: USUAL_RESULT,
};
