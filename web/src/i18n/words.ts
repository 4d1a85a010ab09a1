import type { MessageId } from './messageId.ts';

/** A text before it is in a language: the message, and what stands in it. `t(...words)` says it. */
export type Words = readonly [id: MessageId, values?: Record<string, string | number>];
