import type { Refusal } from './outcome.ts';

export interface OutgoingSms {
  /** Our id; a retry with the same id is not sent twice. */
  id: string;
  /** E.164 or national digits, as the member entered it. */
  to: string;
  text: string;
}

export type SmsResult = { status: 'sent' } | Refusal;

export interface SmsGateway {
  send(sms: OutgoingSms): Promise<SmsResult>;
}
