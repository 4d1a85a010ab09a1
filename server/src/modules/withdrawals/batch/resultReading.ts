import type { ResultReading } from './payoutFormat.ts';

/**
 * The names of columns, and the words for an outcome, that banks of Thailand and Laos use in lists of payments. None
 * publishes the file with its answers: what is not understood stays without an answer, and the operator can choose the
 * columns.
 */
export const USUAL_RESULT: ResultReading = {
  columns: {
    status: /^(?:transaction |payment |txn )?(?:status|result)\b|สถานะ|ผลการ|ສະຖານະ|ຜົນ/i,
    words: /reason|remark|message|description|error|สาเหตุ|เหตุผล|หมายเหตุ|ເຫດຜົນ|ໝາຍເຫດ/i,
    bankReference: /bank ref|transaction (?:id|no)|txn (?:id|no)|trace|เลขที่รายการ|ເລກທີລາຍການ/i,
    reference: /ref|อ้างอิง|ອ້າງອີງ/i,
    account: /^(?!.*(?:name|ชื่อ|ຊື່|debit|from|ผู้โอน)).*(?:account|acct|a\/c|บัญชี|ບັນຊີ)/i,
    amount: /amount|จำนวน|ยอด|ຈຳນວນ/i,
  },
  paid: /^(?:paid|success(?:ful|fully)?|succeeded|complete[d]?|credited|accepted and paid|สำเร็จ|โอนสำเร็จ|จ่ายแล้ว|ສຳເລັດ|ຈ່າຍແລ້ວ)$/i,
  refused:
    /^(?:refused|reject(?:ed)?|fail(?:ed|ure)?|unsuccessful|returned|cancel(?:l?ed)?|invalid|ไม่สำเร็จ|โอนไม่สำเร็จ|ปฏิเสธ|ยกเลิก|ບໍ່ສຳເລັດ|ປະຕິເສດ|ຍົກເລີກ)$/i,
};
