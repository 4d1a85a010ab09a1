import { SHIPPED_CONTACT } from '../settings/shippedContact.ts';

/** What stands where somebody should have written something of their own. Reserved names are of RFC 2606 and 6761. */
const PLACEHOLDERS = [
  /(?:https?:\/\/)?[\w.-]+\.(?:example|invalid|test|localhost)\b[^\s"<]*/i,
  /(?:https?:\/\/)?(?:[\w-]+\.)*example\.(?:com|net|org)\b[^\s"<]*/i,
  /\blorem ipsum\b/i,
  /\b(?:TODO|FIXME|TBD|XXX)\b/,
  /\bchange ?me\b/i,
  /\bYOUR[-_ ][A-Z]{2,}/,
  /\{\{?[^{}]*\}?\}/,
  /\[(?:name|site|company|address|link|phone|date)\]/i,
  /\bKRAPAO SERVICE\b/,
];

/** The placeholder in a text that members read; undefined if there is none. */
export function placeholderOf(text: string): string | undefined {
  if (text === SHIPPED_CONTACT.lineName || text === SHIPPED_CONTACT.lineQr) return text;
  for (const pattern of PLACEHOLDERS) {
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return found;
  }
  return undefined;
}
