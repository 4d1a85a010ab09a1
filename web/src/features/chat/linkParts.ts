/** A part of a text: plain words, or a web address that is a link. */
export interface TextPart {
  text: string;
  href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;

/** Splits a text at its web addresses. Punctuation at the end of a sentence is not part of an address. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const found = match[0].replace(/[.,;:!?)\]}ฯๆ]+$/, '');
    if (!URL.canParse(found)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: found, href: found });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** The address if it is allowed in a link: http, https, or a path of this site; null for any other. */
export function safeLink(address: string): string | null {
  return /^(?:https?:\/\/|\/(?![/\\]))/i.test(address) ? address : null;
}
