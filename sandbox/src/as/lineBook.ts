import { randomBytes, randomUUID } from 'node:crypto';
import { clock } from '../clock.ts';
import type { Store } from '../state/store.ts';

/** Somebody who has LINE on a phone. */
export interface LineUser {
  id: string;
  name: string;
  /** `none`: has not added the site's account. */
  account: 'none' | 'friend' | 'blocked';
}

export interface LineMessage {
  id: string;
  userId: string;
  /** Whether the site's account wrote it. */
  isFromAccount: boolean;
  text: string;
  at: string;
}

/** What is told again of a push that comes with its retry key once more. */
interface AcceptedPush {
  requestId: string;
  sentMessages: { id: string; quoteToken: string }[];
}

interface LinkToken {
  userId: string;
  expiresAt: number;
}

const USERS = 'lineUsers';
const MESSAGES = 'lineMessages';
const ACCEPTED = 'lineRetryKeys';
const LINK_TOKENS = 'lineLinkTokens';
const REPLY_TOKENS = 'lineReplyTokens';
/** "Link tokens are valid for 10 minutes and can only be used once." */
const LINK_TOKEN_MS = 600_000;

/** The LINE users of the sandbox, what they read, and the tokens that LINE has given out. */
export class LineBook {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  users(): LineUser[] {
    return [...this.#store.all<LineUser>(USERS).values()];
  }

  user(id: string): LineUser | undefined {
    return this.#store.all<LineUser>(USERS).get(id);
  }

  addUser(name: string): LineUser {
    const user: LineUser = { id: `U${randomBytes(16).toString('hex')}`, name, account: 'none' };
    this.#store.put(USERS, user.id, user);
    return user;
  }

  setAccount(user: LineUser, account: LineUser['account']): void {
    this.#store.put(USERS, user.id, { ...user, account });
  }

  /** Newest first. */
  messagesOf(userId: string): LineMessage[] {
    return [...this.#store.all<LineMessage>(MESSAGES).values()]
      .filter((message) => message.userId === userId)
      .reverse();
  }

  sent(): number {
    return [...this.#store.all<LineMessage>(MESSAGES).values()].filter(({ isFromAccount }) => isFromAccount)
      .length;
  }

  write(userId: string, isFromAccount: boolean, text: string): void {
    const id = randomUUID();
    const message: LineMessage = { id, userId, isFromAccount, text, at: clock.date().toISOString() };
    this.#store.put(MESSAGES, id, message);
  }

  /** What a push with this retry key was answered; undefined before one was accepted. */
  accepted(retryKey: string): AcceptedPush | undefined {
    return this.#store.all<AcceptedPush>(ACCEPTED).get(retryKey);
  }

  accept(retryKey: string, push: AcceptedPush): void {
    this.#store.put(ACCEPTED, retryKey, push);
  }

  linkToken(userId: string): string {
    const token = randomBytes(24).toString('base64url');
    this.#store.put(LINK_TOKENS, token, {
      userId,
      expiresAt: clock.now() + LINK_TOKEN_MS,
    } satisfies LinkToken);
    return token;
  }

  /** The user of a link token that is still valid; undefined for any other. */
  userOfLinkToken(token: string): string | undefined {
    const known = this.#store.all<LinkToken>(LINK_TOKENS).get(token);
    return known && known.expiresAt > clock.now() ? known.userId : undefined;
  }

  useLinkToken(token: string): void {
    this.#store.remove(LINK_TOKENS, token);
  }

  replyToken(userId: string): string {
    const token = randomUUID().replaceAll('-', '');
    this.#store.put(REPLY_TOKENS, token, userId);
    return token;
  }

  /** Whom a reply goes to; a reply token can be used once. */
  useReplyToken(token: string): string | undefined {
    const userId = this.#store.all<string>(REPLY_TOKENS).get(token);
    this.#store.remove(REPLY_TOKENS, token);
    return userId;
  }
}
