import type { MessageId } from './messageId.ts';

/** A text that is not yet translated: the message id and its values. `t(...words)` translates it. */
export type Words = readonly [id: MessageId, values?: Record<string, string | number>];
