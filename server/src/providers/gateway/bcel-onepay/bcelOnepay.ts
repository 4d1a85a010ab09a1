import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { driver } from '../../connections/driver.ts';
import { addressOf, baseUrl } from '../../connections/driverSettings.ts';
import type { OutgoingAnswer } from '../../connections/outgoingHttp.ts';
import type { PaymentQuery, PlacedPayment } from '../../paymentGateway.ts';
import { amountIn } from '../../template/wireValue.ts';
import { momentFromText } from '../../wireTime.ts';
import { asked, endOf, testedByQuestion, unfit } from '../gatewayMaker.ts';
import { BCEL_ONEPAY_ANSWERS } from './answers.ts';
import { onepayQr } from './onepayQr.ts';

const Paid = Type.Object({
  mcid: Type.String(),
  uuid: Type.String(),
  ticket: Type.String({ minLength: 1 }),
  amount: Type.Unknown(),
  ccy: Type.String(),
  txtime: Type.String(),
});
const ATT_OF_KIP = 100n;

/** BCEL's own QR for its One app, in kip. The bank sends this server nothing: it is asked. */
export const bcelOnepay = driver({
  capability: 'gateway',
  driver: 'bcel-onepay',
  title: 'BCEL OnePay',
  config: Type.Object(
    {
      baseUrl: baseUrl('https://bcel.la:8083/onepay'),
      merchantId: Type.String({ pattern: '^[0-9A-Za-z]+$', maxLength: 30 }),
      categoryCode: Type.String({ pattern: '^[0-9]{4}$', maxLength: 4, default: '7995' }),
      terminalId: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z-]+$', maxLength: 20 })),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object({}, { additionalProperties: false }),
  documentation: 'https://www.bcel.com.la',
  warnings: ['NO_GAMBLING', 'UNCONFIRMED'],
  currency: () => 'LAK',
  open: ({ config }, { http }) => {
    const { merchantId, categoryCode, terminalId } = config;
    const ask = (uuid: string) =>
      http.call({
        method: 'GET',
        url: addressOf(
          config.baseUrl,
          `/gettransaction.php?mcid=${merchantId}&uuid=${encodeURIComponent(uuid)}`,
        ),
      });
    return {
      // The bank hears of the order when it is paid: the same reference is the same payment.
      async createPayment(order) {
        const refusal = unfit(order, 'LAK', ATT_OF_KIP);
        if (refusal) return refusal;
        const expiresAt = endOf(null, order);
        const qrPayload = onepayQr({ merchantId, categoryCode, terminalId }, order, expiresAt);
        return {
          status: 'created',
          payment: { paymentId: order.reference, payUrl: null, qrPayload, expiresAt },
        };
      },
      async query(payment) {
        const answer = await ask(payment.reference);
        // It knows no unpaid orders.
        if (isSilent(answer)) return { status: 'pending' };
        const state = asked(READING, answer, (json) => stateOf(merchantId, payment, json));
        return state.status === 'not_found' ? { status: 'pending' } : state;
      },
      test: async () => {
        const answer = await ask('connection-test');
        return isSilent(answer) ? { ok: true, detail: 'HTTP' } : testedByQuestion(READING, answer);
      },
    };
  },
});

const READING = {
  answers: BCEL_ONEPAY_ANSWERS,
  codeOf: ({ httpStatus }: { httpStatus: number }) => String(httpStatus),
};

/** A payment that did not come is answered with nothing. */
function isSilent(answer: OutgoingAnswer): boolean {
  return answer.status === 'answered' && answer.httpStatus < 500 && answer.text.trim() === '';
}

function stateOf(merchantId: string, { reference }: PlacedPayment, json: unknown): PaymentQuery | null {
  if (!Value.Check(Paid, json) || json.mcid !== merchantId || json.uuid !== reference) return null;
  if (json.ccy.toUpperCase() !== 'LAK' && json.ccy !== '418') return null;
  const kip = amountIn('minor', json.amount);
  const paidAt = momentFromText(json.txtime.replace(/^(\d\d)\/(\d\d)\/(\d{4}) /, '$3-$2-$1 '));
  return kip === null || paidAt === null ? null : { status: 'paid', amount: kip * ATT_OF_KIP, paidAt };
}
