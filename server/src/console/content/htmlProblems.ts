import { isAllowedAttribute } from '@krapao/contract/htmlRules';
import type { Problem } from './problems.ts';

/** The spaces behind the slash belong to the slash: many spaces are not divided anew between two places. */
export const RUNNING = /<\s*(?:\/\s*)?(?:script|iframe|object|embed|form|base|meta|link|style)\b/i;
/** An attribute with its value; the look-behind keeps a long word from being read anew from each of its letters. */
export const ATTRIBUTE = /(?<![\w:-])([\w:-]{1,40})\s{0,20}=\s{0,20}("[^"]*"|'[^']*'|[^\s>"']+)/g;
const HANDLER = /^on[a-z]{3,}$/;
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(colon|tab|newline));?/gi;
const NAMED: Readonly<Record<string, string>> = { colon: ':', tab: '\t', newline: '\n' };

/**
 * The texts of a document whose HTML would execute, or use another scheme than the sanitisers of both apps permit
 * (contract/src/htmlRules.ts). The sanitisers would remove it; this check tells the operator.
 */
export function htmlProblems(value: unknown, field = ''): Problem[] {
  if (typeof value === 'string') return isHarmless(value) ? [] : [{ field, rule: 'html' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => htmlProblems(part, `${field}/${name}`));
}

function isHarmless(text: string): boolean {
  if (!text.includes('<')) return true;
  if (RUNNING.test(text)) return false;
  for (const [, name = '', quoted = ''] of text.matchAll(ATTRIBUTE)) {
    const attribute = name.toLowerCase();
    if (HANDLER.test(attribute) || !isAllowedAttribute(attribute, decoded(quoted))) return false;
  }
  return true;
}

/**
 * An attribute's value as a browser reads an address: entities decoded, leading control characters and spaces removed.
 */
function decoded(quoted: string): string {
  const value = /^["']/.test(quoted) ? quoted.slice(1, -1) : quoted;
  const text = value.replace(ENTITY, (_all, hex?: string, decimal?: string, named?: string) => {
    if (named !== undefined) return NAMED[named.toLowerCase()] ?? '';
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers leave them out of addresses
  return text.replace(/[\u0000-\u0020]/g, '');
}
