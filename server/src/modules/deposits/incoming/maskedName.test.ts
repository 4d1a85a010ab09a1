import { expect, test } from 'vitest';
import { compareName } from './maskedName.ts';

test.each([
  // As sandbox and verifiers mask.
  ['SOMCHAI J***', 'SOMCHAI JAIDEE', 'match'],
  ['MR. SOMCHAI J***', 'Somchai Jaidee', 'match'],
  ['SOMSAK J***', 'SOMCHAI JAIDEE', 'no_match'],
  ['SOMCHAI K***', 'SOMCHAI JAIDEE', 'no_match'],
  ['SOMC***', 'SOMCHAI JAIDEE', 'match'],
  ['', 'SOMCHAI JAIDEE', 'indeterminate'],
  ['*** ***', 'SOMCHAI JAIDEE', 'indeterminate'],
  // Initials of surnames, with a star, a dot or nothing.
  ['MR. SOMCHAI J', 'SOMCHAI JAIDEE', 'match'],
  ['MRS MALEE S.', 'MALEE SUKJAI', 'match'],
  ['SOMCHAI J', 'SOMCHAI KAEWDEE', 'no_match'],
  ['SOMCHAI JA', 'SOMCHAI JAIDEE', 'no_match'],
  ['S***** J*****', 'SOMCHAI JAIDEE', 'match'],
  ['S***** J*****', 'MALEE JAIDEE', 'no_match'],
  ['SOM***AI J****E', 'SOMCHAI JAIDEE', 'match'],
  ['SOM***AN J****E', 'SOMCHAI JAIDEE', 'no_match'],
  ['SOMCHAI ******', 'SOMCHAI JAIDEE', 'match'],
  ['Mr Somchai Jxxxxx', 'SOMCHAI JAIDEE', 'match'],
  ['SOMCHAI J••••', 'SOMCHAI JAIDEE', 'match'],
  ['SOMCHAI JAI...', 'SOMCHAI JAIDEE', 'match'],
  // One X is a letter.
  ['ALEX J***', 'ALEC JAIDEE', 'no_match'],
  ['XAY P***', 'XAY PHOMMA', 'match'],
  // Titles, apart and attached.
  ['MISS MALEE S***', 'MALEE SUKJAI', 'match'],
  ['MS. MALEE S***', 'MALEE SUKJAI', 'match'],
  ['MR.SOMCHAI J***', 'SOMCHAI JAIDEE', 'match'],
  ['MRS.MALEE S***', 'MRS MALEE SUKJAI', 'match'],
  ['MISSARA S***', 'MISSARA SUKJAI', 'match'],
  ['นาย สมชาย ใ***', 'สมชาย ใจดี', 'match'],
  ['นายสมชาย ใ', 'สมชาย ใจดี', 'match'],
  ['นาย สมชาย จ***', 'สมชาย ใจดี', 'match'],
  ['นาย สมศักดิ์ ใ***', 'สมชาย ใจดี', 'no_match'],
  ['น.ส. มาลี ส***', 'มาลี สุขใจ', 'match'],
  ['น.ส.มาลี ส', 'นางสาว มาลี สุขใจ', 'match'],
  ['น. ส. มาลี ส***', 'มาลี สุขใจ', 'match'],
  ['นางสาวมาลี ส***', 'มาลี สุขใจ', 'match'],
  ['นาง มาลี ส***', 'มาลี แสงทอง', 'match'],
  ['นาง มาลี ก***', 'มาลี แสงทอง', 'no_match'],
  ['ด.ช. ก้อง ส***', 'ก้อง สุขใจ', 'match'],
  ['ด.ญ.ฟ้า ส***', 'เด็กหญิง ฟ้า สุขใจ', 'match'],
  // A name that begins like a title.
  ['นายิกา ส***', 'นายิกา สุขใจ', 'match'],
  ['น.ส. นายิกา ส***', 'นายิกา สุขใจ', 'match'],
  // Vowels in one sign or two.
  ['นาย ค\u0e4d\u0e32 ใ***', 'ค\u0e33 ใจดี', 'match'],
  ['ท้าว บุญมี พ***', 'บุญมี พรหมมา', 'match'],
  ['ທ້າວ ບຸນມີ ພ***', 'ບຸນມີ ພົມມາ', 'match'],
  ['ນາງ ສົມສີ ພ***', 'ສົມສີ ພົມມາ', 'match'],
  ['ທ້າວ ບຸນມາ ພ***', 'ບຸນມີ ພົມມາ', 'no_match'],
  ['THAO BOUNMY P***', 'BOUNMY PHOMMA', 'match'],
  // Surnames of several words, and names of three.
  ['สมชาย ณ', 'สมชาย ณ อยุธยา', 'match'],
  ['นาย สมชาย ณ อ***', 'สมชาย ณ อยุธยา', 'match'],
  ['SOMCHAI A***', 'SOMCHAI NA AYUTTHAYA', 'match'],
  ['JOHN PAUL S***', 'JOHN SMITH', 'match'],
  ['SOMCHAI K. JAIDEE', 'SOMCHAI JAIDEE', 'match'],
  ['SOMCHAI JAIDEE', 'SOMCHAI K. JAIDEE', 'match'],
  ['SOMCHAI K. RAKDEE', 'SOMCHAI JAIDEE', 'no_match'],
  ["SHANE O'N***", 'SHANE ONEIL', 'match'],
  // Another script neither confirms nor contradicts.
  ['นาย สมชาย ใ***', 'SOMCHAI JAIDEE', 'indeterminate'],
  ['SOMCHAI J***', 'สมชาย ใจดี', 'indeterminate'],
  ['ທ້າວ ບຸນມີ ພ***', 'BOUNMY PHOMMA', 'indeterminate'],
] as const)('DEP-05 the name %s as a bank shows it against %s is %s', (shown, registered, result) => {
  expect(compareName(shown, registered)).toBe(result);
});
