import type { Refusal } from './outcome.ts';

export interface OutgoingSms {
  /** Ours; a retry with the same id sends nothing twice. */
  id: string;
  /** E.164 or national digits, as the member gave it. */
  to: string;
  text: string;
}

export type SmsResult = { status: 'sent' } | Refusal;

export interface SmsGateway {
  send(sms: OutgoingSms): Promise<SmsResult>;
}
