import type { Refusal } from './outcome.ts';

export interface OutgoingSms {
  /** Our id; a retry with the same id is not sent twice. */
  id: string;
  /** E.164 or national digits, as the member entered it. */
  to: string;
  text: string;
}

/** `unread`: the gateway took the message, and what it answered fits no rule. It may be on its way. */
export type SmsResult = { status: 'sent' } | { status: 'unread' } | Refusal;

export interface SmsGateway {
  send(sms: OutgoingSms): Promise<SmsResult>;
}
