import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isKey } from '../http/apiKey.ts';
import { readAmount } from '../money.ts';
import type { World } from '../world.ts';
import { bankFields } from './bankFields.ts';
import { answerSlip, bodyOf, quotaLeft, refuse, type SlipDialect, type ToldSlip } from './slipDialect.ts';

const SLIPOK: SlipDialect = {
  name: 'slipok',
  refusals: {
    1000: [400, 'กรุณาใส่ข้อมูล QR Code ให้ครบ'],
    1001: [400, 'ไม่พบข้อมูลสาขา'],
    1002: [401, 'Authorization Header ไม่ถูกต้อง'],
    1003: [400, 'Package หมดอายุ'],
    1004: [400, 'Package ใช้เกินโควต้า'],
    1005: [400, 'ไฟล์ไม่ใช่ไฟล์ภาพ'],
    1006: [400, 'รูปภาพไม่ถูกต้อง'],
    1007: [400, 'รูปภาพไม่มี QR Code'],
    1008: [400, 'QR Code ไม่ใช่ QR สำหรับตรวจสอบการชำระเงิน'],
    1009: [400, 'ข้อมูลธนาคารขัดข้องชั่วคราว'],
    1010: [400, 'กรุณารอสักครู่ก่อนตรวจสอบสลิปของธนาคารนี้'],
    1011: [400, 'QR Code หมดอายุ หรือไม่มีรายการ'],
    1012: [400, 'สลิปซ้ำ', 'withSlip'],
    1013: [400, 'ยอดที่ส่งมาไม่ตรงกับยอดสลิป', 'withSlip'],
    1014: [400, 'บัญชีผู้รับไม่ตรงกับบัญชีหลัก', 'withSlip'],
    1015: [400, 'ไม่พบ Package'],
    429: [429, 'Too many requests'],
  },
  says: {
    badRequest: '1000',
    notASlip: '1008',
    notFound: '1011',
    wrongKey: '1002',
    outOfQuota: '1004',
    busy: '429',
    pending: '1010',
    repeated: '1012',
  },
  refusal: (code, message, slip) => ({
    code: Number(code),
    message,
    ...(code === '1010' && { data: { bankCode: '004', bankName: 'ธนาคารกสิกรไทย', delay: 5 } }),
    ...(slip && { data: told(slip) }),
  }),
};

/** SlipOK: its check for repeated slips comes with `log`, its checks never without being asked for. */
export async function slipokRoutes(app: FastifyInstance, world: World): Promise<void> {
  const isKeyRight = ({ headers }: FastifyRequest) => isKey(headers['x-authorization'], world.config.secret);

  app.post('/:branch', async (request, reply) => {
    const { data: payload, log, amount } = bodyOf(request.body);
    const check = (slip: ToldSlip, isRepeated: boolean) => {
      if (log === true && isRepeated) return '1012';
      return amount !== undefined && readAmount(amount) !== readAmount(slip.amount) ? '1013' : null;
    };
    const question = { payload, isKeyRight: isKeyRight(request), check };
    return answerSlip(world, SLIPOK, reply, question, (slip) => ({ success: true, data: told(slip) }));
  });

  app.get('/:branch/quota', async (request, reply) =>
    isKeyRight(request)
      ? { success: true, data: { quota: quotaLeft(world, SLIPOK), overQuota: 0 } }
      : refuse(SLIPOK, reply, SLIPOK.says.wrongKey),
  );
}

const told = (slip: ToldSlip) => ({
  success: true,
  message: '✅',
  rqUID: `783_${slip.transDate}_sandbox`,
  ...bankFields(slip),
  transTimestamp: slip.transTimestamp,
});
