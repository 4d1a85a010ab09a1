import { e164PhoneNumber, nationalPhoneNumber } from '@krapao/contract/phoneNumber';
import type { Variant } from '@krapao/contract/variant';
import type { OutgoingHttp } from '../../connections/outgoingHttp.ts';
import { badAnswer } from '../../httpJson.ts';
import type { SmsGateway, SmsResult } from '../../smsGateway.ts';
import { bodyForm, fillTemplate } from '../../template/fillTemplate.ts';
import type { SmsTemplate, SmsValues } from './smsTemplate.ts';

/** A request time-out and a conflict do not show whether the SMS was sent. */
const UNDECIDED_STATUS = new Set([408, 409, 425]);

/**
 * Any SMS gateway with an HTTP API, called as the template describes. No part of the SMS, or of the gateway's answer,
 * which may repeat it, leaves this function. Never throws.
 */
export function httpSmsGateway(template: SmsTemplate, variant: Variant, http: OutgoingHttp): SmsGateway {
  return {
    async send({ id, to, text }) {
      const values: SmsValues = {
        phone: phoneIn(template.phoneForm, to, variant),
        message: text,
        reference: id,
      };
      const { body, headers, method } = template;
      const answer = await http.call({
        method,
        url: fillTemplate(template.url, values, 'url'),
        headers,
        ...(body !== undefined && { body: fillTemplate(body, values, bodyForm(headers)) }),
        timeoutMs: template.timeoutMs,
      });
      if (answer.status === 'trouble')
        return { status: answer.isSent ? 'unknown' : 'rejected', reason: answer.trouble };
      const { httpStatus, text: said } = answer;
      return httpStatus < 300 ? judged(template, said) : refused(httpStatus);
    },
  };
}

/** A 2xx that matches neither expression was taken by the gateway, which may send it. */
function judged({ success, rejected }: SmsTemplate, answer: string): SmsResult {
  if (rejected?.test(answer)) return { status: 'rejected', reason: 'GATEWAY_REFUSED' };
  return success === undefined || success.test(answer) ? { status: 'sent' } : { status: 'unread' };
}

function refused(status: number): SmsResult {
  if (status >= 500) return { status: 'unknown', reason: 'SERVER_ERROR' };
  if (UNDECIDED_STATUS.has(status)) return badAnswer();
  if (status === 401 || status === 403) return { status: 'rejected', reason: 'KEY_REFUSED' };
  if (status === 429) return { status: 'rejected', reason: 'BUSY' };
  return { status: 'rejected', reason: `HTTP_${status}` };
}

function phoneIn(form: SmsTemplate['phoneForm'], to: string, variant: Variant): string {
  const national = nationalPhoneNumber(to, variant) ?? to;
  if (form === 'national') return national;
  const e164 = e164PhoneNumber(national, variant);
  return form === 'e164' ? e164 : e164.slice(1);
}
