const EMOJI = String.raw`(?:\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)*|[\u{1f1e6}-\u{1f1ff}]{2})`;
const WORD = String.raw`(?:[\p{L}\p{M}\p{N}]|${EMOJI})+`;

/** Letters of any script with their marks, digits, emoji, and separators between the words of a name. */
const NAME = new RegExp(String.raw`^${WORD}(?:[ .'’_-]+${WORD})*\.?$`, 'u');

/** Normalises a profile name: NFC, single spaces. */
export function normalizeMemberName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** True for a valid profile name; it has at least one letter. */
export function isMemberName(name: string): boolean {
  const normalized = normalizeMemberName(name);
  return NAME.test(normalized) && /\p{L}/u.test(normalized);
}
