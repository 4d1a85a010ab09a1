import { callJson, type HttpCounterpart } from './httpJson.ts';
import type { SmsGateway } from './smsGateway.ts';

/** The SMS inbox of the sandbox. */
export function sandboxSmsGateway(counterpart: HttpCounterpart): SmsGateway {
  return {
    async send(sms) {
      const outcome = await callJson(counterpart, { method: 'POST', path: '/sms', body: sms });
      return outcome.status === 'answered' ? { status: 'sent' } : outcome;
    },
  };
}
