import type { Refusal } from './outcome.ts';

export interface OutgoingMessage {
  /** A UUID: the service delivers what has the same one once. */
  retryKey: string;
  /** The service's own id of its user. */
  to: string;
  text: string;
}

/** `rejected`: for good; sending it again changes nothing. `unknown`: it may be on its way, or can be sent later. */
export type MessageResult = { status: 'sent' } | Refusal;

/** What the service tells of one of its users. `at`: when it happened. */
export type MessengerEvent =
  /** The user added the site's account or wrote to it, and can be answered. `isAgain`: it was told before. */
  | { kind: 'came'; userId: string; replyToken: string; isAgain?: true; at: Date }
  /** The user blocked the site's account. */
  | { kind: 'left'; userId: string; at: Date }
  /** The service vouches that this user opened the page of `proofUrl` with this nonce. */
  | { kind: 'proved'; userId: string; nonce: string; at: Date };

export interface MessengerNews {
  events: readonly MessengerEvent[];
}

/** A messaging service that carries notifications to members who linked their account in it. */
export interface Messenger {
  /** Where somebody adds the site's account as a friend. */
  addUrl: string;
  /** Hours in which a message can be sent again with its retry key without a second delivery. */
  retryHours: number;
  /** What a user reads who is not linked yet, before the address of the page that links. */
  offerText: string;
  send(message: OutgoingMessage): Promise<MessageResult>;
  /** A token that names one user, to be sent to that user alone. */
  issueLinkToken(userId: string): Promise<{ status: 'issued'; token: string } | Refusal>;
  /** Answers one event; it costs nothing and is not repeated. */
  reply(replyToken: string, text: string): Promise<MessageResult>;
  /** The service's page that checks whether the browser's user is the one of the token, and then tells the nonce. */
  proofUrl(linkToken: string, nonce: string): string;
}
