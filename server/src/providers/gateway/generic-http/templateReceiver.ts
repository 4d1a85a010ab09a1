import { type Delivery, jsonOf, OK_ANSWER, type Receiver } from '../../connections/delivery.ts';
import type { PaymentNotice } from '../../paymentGateway.ts';
import { judge, valueAt } from '../../template/answerRules.ts';
import type { TemplateValues } from '../../template/callTemplate.ts';
import { isProved } from '../../template/proof.ts';
import { textIn } from '../../template/wireValue.ts';
import type { GatewayTemplate } from './gatewayTemplate.ts';
import { type Answering, paymentIn } from './paymentIn.ts';

type NoticeTemplate = NonNullable<GatewayTemplate['notice']>;

/** Takes notices as a template describes them: JSON or a form, proved or a hint. */
export function templateReceiver(
  { proof, outcomes, fields, answer = OK_ANSWER }: NoticeTemplate,
  answering: Answering,
  secrets: TemplateValues,
): Receiver<PaymentNotice> {
  return {
    networks: [],
    answer,
    read(delivery) {
      const isHint = proof.by === 'none';
      if (!isHint && !isProved(proof, delivery, secrets))
        return { status: 'refused', reason: 'BAD_SIGNATURE' };
      const json = jsonOf(delivery.body) ?? formOf(delivery);
      if (json === undefined) return { status: 'refused', reason: 'BAD_BODY' };
      if (judge(outcomes, { httpStatus: 200, json }) !== 'paid') return { status: 'ignored' };
      const field = (name: string) =>
        Object.hasOwn(fields, name) ? valueAt(json, fields[name] ?? '') : undefined;
      const id = textIn(field('id'));
      if (id === null || id.length > 200) return { status: 'refused', reason: 'BAD_BODY' };
      if (isHint) return { status: 'hint', id };
      const paid = paymentIn(answering, field, delivery.receivedAt);
      const paymentId = textIn(field('paymentId'));
      return paid === null
        ? { status: 'refused', reason: 'BAD_BODY' }
        : { status: 'proved', notice: { id, ...(paymentId !== null && { paymentId }), ...paid } };
    },
  };
}

function formOf({ headers, body }: Delivery): object | undefined {
  const type = headers['content-type'];
  if (typeof type !== 'string' || !/x-www-form-urlencoded/i.test(type)) return undefined;
  return Object.fromEntries(new URLSearchParams(body.toString()));
}
