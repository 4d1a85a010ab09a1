const EMOJI = String.raw`(?:\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)*|[\u{1f1e6}-\u{1f1ff}]{2})`;
const WORD = String.raw`(?:[\p{L}\p{M}\p{N}]|${EMOJI})+`;

/** Letters of any script with their marks, digits, emoji, and what stands between words of a name. */
const NAME = new RegExp(String.raw`^${WORD}(?:[ .'’_-]+${WORD})*\.?$`, 'u');

/** A profile name in one form: NFC, single spaces. */
export function normalizeMemberName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** True for what may be a profile name; it has a letter at least. */
export function isMemberName(name: string): boolean {
  const normalized = normalizeMemberName(name);
  return NAME.test(normalized) && /\p{L}/u.test(normalized);
}
