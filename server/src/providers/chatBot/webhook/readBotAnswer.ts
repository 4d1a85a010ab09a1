import { BOT } from '@krapao/contract/chatBot';
import type { BotAnswer } from '../../chatBot.ts';

/** Controls, and characters that nobody sees but that turn or hide what stands beside them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/** Plain words on lines of their own; nothing that is unseen, no towers of empty lines. */
const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replace(UNSEEN, '').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * A bot's answer `{text, quickReplies?: [{title}]}`, cleaned; undefined if it is of another shape, blank or too long. Nothing
 * is cut: a part of an answer may say the opposite of the whole.
 */
export function readBotAnswer(json: unknown): BotAnswer | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const { text, quickReplies = [] } = json as { text?: unknown; quickReplies?: unknown };
  if (typeof text !== 'string' || text.length > BOT.textMax || !Array.isArray(quickReplies)) return undefined;
  if (quickReplies.length > BOT.quickRepliesMax) return undefined;
  const titles = quickReplies.map((one: unknown) =>
    typeof (one as { title?: unknown } | null)?.title === 'string' ? (one as { title: string }).title : '',
  );
  if (titles.some((title) => title.length > BOT.titleMax)) return undefined;
  const clean = titles.map((title) => plainText(title).replaceAll('\n', ' '));
  const words = plainText(text);
  if (words === '' || clean.includes('') || new Set(clean).size !== clean.length) return undefined;
  return { status: 'answered', text: words, quickReplies: clean };
}
