import { callJson, type HttpCounterpart } from './httpJson.ts';
import type { SmsGateway } from './smsGateway.ts';

export function httpSmsGateway(counterpart: HttpCounterpart): SmsGateway {
  return {
    async send(sms) {
      const outcome = await callJson(counterpart, { method: 'POST', path: '/sms', body: sms });
      return outcome.status === 'answered' ? { status: 'sent' } : outcome;
    },
  };
}
