/**
 * Texts of banks that tell of money that came in: who sends them, the text, and its amount in hundredths. They follow
 * public descriptions: the lists of github.com/sarim2000/pennywiseai-tracker and of apps that forward SMS, KBank's page of
 * SMS alerts (kasikornbank.com/en/personal/digital-banking/sms), and the Thai forms of readNotice.test.ts in English.
 * Names and numbers are invented.
 */
export const COLLECTION: readonly [from: string, text: string, amount: bigint][] = [
  // KBANK
  ['KBank', '24/05/68 16:27 บช X-1111 เงินเข้า 100.63 คงเหลือ 8,236.90 บ.', 100_63n],
  ['KBank', '24/05/68 16:27 บชX111111X เงินเข้า500.00บ', 500_00n],
  ['KBank', '24/05/68 16:27 บชX111111X รับโอนจากX222222X 500.00บ คงเหลือ9350.00บ', 500_00n],
  ['KBank', '24/05/25 16:27 A/C X-1111 Deposit 1,250.50 Outstanding Balance 9,000.00 Baht', 1_250_50n],
  [
    'KBank',
    '24/05/25 16:27 A/C X1111X Received from X2222X 300.00 Outstanding Balance 9,300.00 Baht',
    300_00n,
  ],
  ['KBANK', 'KBANK: รับโอน 500.37 บ. บช xxx1111 จาก นายสมมติ ใจดี Ref.ABC123 24/05 16:20', 500_37n],
  [
    'com.kasikorn.retail.mbanking.wap',
    'รายการเงินเข้า บัญชี xxx-x-x1111-x จำนวนเงิน 2,000.00 บาท วันที่ 24 พ.ค. 68 16:20 น.',
    2_000_00n,
  ],
  [
    'com.kasikorn.retail.mbanking.wap',
    'Money received 2,000.00 Baht to account xxx-x-x1111-x on 24 May 25 16:20',
    2_000_00n,
  ],
  ['KPlus', 'You have received 750.00 Baht from MR. SOMMUT J to A/C X1111 24/05/25 16:20', 750_00n],
  ['KBank', 'KBank: Receive 10,000.00 THB from A/C x1111 Bal 18,430.20 THB', 10_000_00n],
  // SCB
  ['027777777', '24/05@14:44 29.92 จากKTB/x121212เข้าx131313 ใช้ได้10,121.23บ', 29_92n],
  ['027777777', '24/05@10:46 100.00 โอนจากSOMMUT JAIDเข้าx131313 ใช้ได้2,375.46บ', 100_00n],
  ['SCB', 'เงิน 399.69บ เข้าบ/ชx131313 24/05@14:45 ใช้ได้ 6,302.39บ', 399_69n],
  [
    'com.scb.phone',
    'คุณได้รับเงิน 69.89 บาท ผ่านรายการพร้อมเพย์จาก KTB / xxxxxx1212 เข้าบัญชี xxxxxx1313 เมื่อ 24 พ.ค. 2568 - 16:28',
    69_89n,
  ],
  ['SCB', 'SCB: เงินเข้า THB 2,500.50 บช.xxx1313 จาก บริษัท สมมติ จำกัด Ref No.REF001', 2_500_50n],
  ['SCB', 'SCB: Transfer in 12,000.00 THB A/C x1313 Bal 18,200.00 THB', 12_000_00n],
  ['027777777', '24/05@14:44 29.92 from KTB/x121212 to x131313 Avail 10,121.23 THB', 29_92n],
  ['027777777', '24/05@10:46 100.00 transferred from SOMMUT JAID to x131313 Avail 2,375.46 THB', 100_00n],
  ['SCB', 'THB 399.69 deposited to A/C x131313 24/05@14:45 Avail THB 6,302.39', 399_69n],
  [
    'com.scb.phone',
    'You have received 69.89 Baht via PromptPay from KTB / xxxxxx1212 to account xxxxxx1313 on 24 May 2025 - 16:28',
    69_89n,
  ],
  // KTB
  ['Krungthai', '24-05@16:27 บชX14141X:เงินเข้า 100.28บ ใช้ได้ 11,861.55บ', 100_28n],
  ['Krungthai', '24-05-25@02:08 บช X14141X:เงินเข้า +180.00 บ. ใช้ได้ 180.70 บ.', 180_00n],
  ['ktbcs.netbank', 'ได้รับ +59.84 บาท เข้าพร้อมเพย์ จากบัญชี ไทยพาณิชย์ XXX-X-XX131-3', 59_84n],
  ['KTB', 'KTB: Transfer In THB 3,000.25 A/C xxx1414 From นายสมมติ Ref.TFR001', 3_000_25n],
  ['KTB', 'KTB: เงินเข้า 4,200.00 บาท บช x1414 คงเหลือ 12,350.75 บาท', 4_200_00n],
  ['KTB', 'KTB: รับเงินพร้อมเพย์ 2,000.00 บาท บช x1414', 2_000_00n],
  ['Krungthai', '24-05@16:27 A/C X14141X:Deposit 100.28 Available 11,861.55 THB', 100_28n],
  ['Krungthai', '24-05-25@02:08 A/C X14141X:Deposit +180.00 THB Available 180.70 THB', 180_00n],
  ['ktbcs.netbank', 'Received +59.84 Baht via PromptPay from SCB XXX-X-XX131-3', 59_84n],
  // BBL
  ['BANGKOKBANK', 'เงินเข้าบ/ชX1515 จากพร้อมเพย์ผ่านMB 12,000.00บ เงินในบ/ชใช้ได้46,769.66บ', 12_000_00n],
  ['BANGKOKBANK', 'ฝาก/โอนเงินเข้าบ/ชX1515ผ่านMB 1,000.00บ ใช้ได้ 1,000.39บ', 1_000_00n],
  ['BBL', 'BBL: Deposit 5,000.00 THB to A/C x1515 on 24/05/25 16:01 Bal 20,820.45 THB', 5_000_00n],
  ['BBL', 'BBL: Received ฿5,000.00 Acct xxx1515 From บริษัท สมมติ Ref.RCV001', 5_000_00n],
  ['BANGKOKBANK', 'Deposit/transfer to A/C X1515 via MB 1,000.00 THB Available 1,000.39 THB', 1_000_00n],
  [
    'BANGKOKBANK',
    'Deposit to A/C X1515 from PromptPay via MB 12,000.00 THB Available balance 46,769.66 THB',
    12_000_00n,
  ],
  ['com.bbl.mobilebanking', 'มีเงินโอนเข้าบัญชี X1515 จำนวน 300.00 บาท ยอดเงินที่ใช้ได้ 1,300.00 บาท', 300_00n],
  // BAY
  ['Krungsri', 'โอนเข้า xxx161616x  150.62 เหลือ 7,420.57 (24/5/68,16:27)', 150_62n],
  ['Krungsri', 'Krungsri: เงินเข้า ฿750.00 บช xxx1616 จาก นายสมมติ Ref KMA001', 750_00n],
  ['Krungsri', 'Krungsri: โอนเงินเข้า 6,000.00 บาท บช x1616', 6_000_00n],
  ['Krungsri', 'Krungsri: Deposit 6,000.00 THB A/C x1616 Bal 9,540.00 THB', 6_000_00n],
  ['com.krungsri.kma', 'Transfer in xxx161616x 150.62 Bal 7,420.57 (24/5/25,16:27)', 150_62n],
  // ttb
  ['ttb', 'มีเงิน50.14บ.โอนเข้าบ/ชxx1717เหลือ17,081.71บ.24/05/25@11:42', 50_14n],
  ['ttb', 'มีเงิน3.00บ.โอนเข้าบ/ชxx1717 จาก SCB X1313 นาย สมมติ ใจ เหลือ625.00บ.24/05/25@16:29', 3_00n],
  ['ttb', 'ttb: CR THB 900.00 A/C *1717 From นายสมมติ Ref TTB001', 900_00n],
  ['ttb', 'ttb: รับเงินโอน 8,000.00 บาท บช x1717', 8_000_00n],
  ['ttb', 'THB 50.14 transferred to A/C xx1717 Bal THB 17,081.71 24/05/25@11:42', 50_14n],
  [
    'com.tmbtouch.production',
    'THB 3.00 transferred to A/C xx1717 from SCB X1313 Mr. Sommut J Bal THB 625.00 24/05/25@16:29',
    3_00n,
  ],
  // GSB
  [
    'GSB',
    'เงินเข้า: มีการฝาก/โอนเงิน 74.76 บาท จากบัญชี KBNK 0013XXXX1111 เข้าบัญชี GSBA 0204XXXX1818 วันที่ 24 พ.ค. 2568 เวลา 15:04 น. คงเหลือ 2,702.93 บาท',
    74_76n,
  ],
  ['MyMo', 'MyMo: รับโอน 1,000.00 บาท บัญชี xxx1818 จาก นายสมมติ อ้างอิง GSB001', 1_000_00n],
  ['GSB', 'GSB: เงินฝากเข้า 2,500.00 บาท บช x1818 คงเหลือ 9,300.00 บาท', 2_500_00n],
  [
    'GSB',
    'Deposit: 74.76 Baht from account KBNK 0013XXXX1111 to account GSBA 0204XXXX1818 on 24 May 2025 at 15:04 Balance 2,702.93 Baht',
    74_76n,
  ],
  // BAAC
  ['BAAC', '24/05/68 15:52:48 บัญชี x1919 รับโอนพร้อมเพย์ จำนวน 10.00 บาท ยอดเงินคงเหลือ 10.39 บาท', 10_00n],
  ['BAAC', 'ธกส: รับโอน 5,000.00 บ. บช xxx1919 จาก นายสมมติ Ref.BAAC001', 5_000_00n],
  ['BAAC', 'BAAC: เงินเข้า 1,200.00 บาท บช x1919 คงเหลือ 5,640.00 บาท', 1_200_00n],
  ['BAAC', '24/05/25 15:52:48 A/C x1919 PromptPay received 10.00 Baht Balance 10.39 Baht', 10_00n],
  // BCEL
  ['BCEL', 'ເງິນເຂົ້າ 150,000 LAK ບັນຊີ xxx2020 24/05/2025 16:20 ຍອດເຫຼືອ 2,000,000 LAK', 150_000_00n],
  ['BCEL', 'ເງິນເຂົ້າ 150,000 LAK ບັນຊີ xxx2020 ຈາກ SOMMUT SAYALATH 24/05/2025 16:20', 150_000_00n],
  ['BCEL One', 'ບັນຊີ xxx2020 ເງິນເຂົ້າ 80,000 LAK ຍອດເຫຼືອ 2,080,000 LAK 24/05/2025 16:20', 80_000_00n],
  ['BCEL One', 'ທ່ານໄດ້ຮັບເງິນ 80,000 ກີບ ຈາກ ທ້າວ ສົມມຸດ ເຂົ້າບັນຊີ xxx2020 ວັນທີ 24/05/2025 16:20', 80_000_00n],
  ['BCEL', 'Credit 150,000 LAK to A/C xxx2020 24/05/2025 16:20 Balance 2,000,000 LAK', 150_000_00n],
  ['BCEL One', 'You have received 150,000 LAK from SOMMUT S to A/C xxx2020 on 24/05/2025 16:20', 150_000_00n],
  ['BCEL One', 'BCEL One: 150,000 LAK received from SOMMUT S Ref FT251440001 24/05/2025 16:20', 150_000_00n],
  ['BCEL', 'ເງິນເຂົ້າ 150.000 ກີບ', 150_000_00n],
  // JDB, LDB
  ['JDB', 'ເງິນເຂົ້າ 45,000 LAK ບັນຊີ xxx2121 24/05/2025 16:20 ຍອດເຫຼືອ 90,000 LAK', 45_000_00n],
  ['JDB Yes', 'ທ່ານໄດ້ຮັບເງິນ 45,000 ກີບ ຈາກ ນາງ ສົມມຸດ ເຂົ້າບັນຊີ xxx2121 ວັນທີ 24/05/2025 16:20', 45_000_00n],
  ['JDB', 'Credit 45,000 LAK to A/C xxx2121 24/05/2025 16:20 Balance 90,000 LAK', 45_000_00n],
  ['LDB', 'ບັນຊີ xxx2222 ເງິນເຂົ້າ 60,000 LAK ຍອດເຫຼືອ 120,000 LAK 24/05/2025 16:20', 60_000_00n],
  ['LDB Trust', 'You have received 60,000 LAK from SOMMUT S to A/C xxx2222 on 24/05/2025 16:20', 60_000_00n],
  ['LDB', 'LDB: +60,000 LAK', 60_000_00n],
];
