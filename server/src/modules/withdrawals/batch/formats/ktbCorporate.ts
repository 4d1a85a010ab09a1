import type { FixedField, PayoutFormat } from '../payoutFormat.ts';
import { USUAL_RESULT } from '../resultReading.ts';

const blank = (name: string, width: number): FixedField => ({ name, width, holds: { text: '' } });
const zeros = (name: string, width: number): FixedField => ({
  name,
  width,
  fill: 'zeros',
  holds: { text: '0' },
});
const FILE_TYPE: FixedField = { name: 'File Type', width: 2, holds: { text: '10' } };
const BATCH: FixedField = { name: 'Batch Number', width: 6, holds: { text: '000001' } };
const KTB: FixedField = { name: 'Sending Bank Code', width: 3, holds: { text: '006' } };
const PAY_DAY: FixedField = { name: 'Effective Date', width: 8, holds: { value: 'payDay', as: 'ddMMyyyy' } };

/** KTB iPay of Krungthai Corporate: records 10/1 and 10/2 of 498 bytes, to accounts at all banks with eleven digits. */
export const ktbCorporate: PayoutFormat = {
  code: 'ktb-corporate',
  title: 'Krungthai Corporate (iPay)',
  currencies: ['THB'],
  isConfirmed: false,
  encoding: 'windows-874',
  terms: [
    { name: 'payingAccount', pattern: '^[0-9]{10}$', example: '1234567890' },
    { name: 'companyId', pattern: '^[0-9A-Za-z]{1,16}$', example: 'COMPANY01' },
    { name: 'companyName', pattern: '^[^\\r\\n]{1,60}$', example: 'COMPANY CO LTD' },
    { name: 'productCode', pattern: '^[0-9]{2}$', example: '04' },
  ],
  layout: {
    kind: 'fixed',
    head: [
      [
        FILE_TYPE,
        { name: 'Record Type', width: 1, holds: { text: '1' } },
        BATCH,
        KTB,
        { name: 'Total Transactions', width: 7, fill: 'zeros', holds: { value: 'count' } },
        { name: 'Total Amount', width: 19, fill: 'zeros', holds: { value: 'total', as: 'hundredths' } },
        PAY_DAY,
        { name: 'Transaction Code', width: 1, holds: { text: 'C' } },
        zeros('Receiver No.', 8),
        { name: 'Company ID', width: 16, holds: { value: 'companyId' } },
        blank('User ID', 20),
        blank('Filler', 407),
      ],
    ],
    row: [
      [
        FILE_TYPE,
        { name: 'Record Type', width: 1, holds: { text: '2' } },
        BATCH,
        { name: 'Receiving Bank', width: 3, holds: { value: 'bankNumber' } },
        { name: 'Receiving Branch', width: 4, holds: { value: 'branch' } },
        { name: 'Receiving A/C', width: 11, fill: 'zeros', holds: { value: 'accountNo' } },
        KTB,
        { name: 'Sending Branch', width: 4, holds: { value: 'payingBranch' } },
        { name: 'Sending A/C', width: 11, fill: 'zeros', holds: { value: 'payingAccount' } },
        PAY_DAY,
        { name: 'Service Type', width: 2, holds: { value: 'productCode' } },
        zeros('Clearing House', 2),
        { name: 'Amount', width: 17, fill: 'zeros', holds: { value: 'amount', as: 'hundredths' } },
        blank('Receiver Info.', 8),
        zeros('Receiver ID', 10),
        { name: 'Receiver Name', width: 100, isCut: true, holds: { value: 'accountName' } },
        { name: 'Sender Name', width: 100, isCut: true, holds: { value: 'companyName' } },
        blank('Other Info 1', 40),
        blank('DDA Ref 1', 18),
        blank('Reserve', 2),
        { name: 'Ref No.', width: 18, holds: { value: 'reference' } },
        blank('Reserve', 2),
        blank('Other Info 2', 20),
        { name: 'Running Number', width: 6, fill: 'zeros', holds: { value: 'line' } },
        { name: 'Status', width: 2, holds: { text: '09' } },
        blank('E-mail', 40),
        blank('SMS', 20),
        zeros('Receiving Sub-Branch', 4),
        blank('Filler', 34),
      ],
    ],
    tail: [],
  },
  result: USUAL_RESULT,
};
