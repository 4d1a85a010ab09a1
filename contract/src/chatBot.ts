import type { Language } from './limits.ts';

/** What a bot may answer with. */
export const BOT = { quickRepliesMax: 5, titleMax: 40, textMax: 1_000 } as const;

/** The payloads of a bot's buttons: `BOT_1` …, and the one that stops it. */
export const BOT_PAYLOAD = /^BOT_(?:[1-5]|PERSON)$/;
export const BOT_PERSON = 'BOT_PERSON';

/** The button that stands under every answer of a bot. */
export const TALK_TO_PERSON: Readonly<Record<Language, string>> = {
  th: 'คุยกับทีมงาน',
  la: 'ລົມກັບທີມງານ',
  en: 'Talk to a person',
};
