import { createHash } from 'node:crypto';

/** Texts, which pay nothing. */
const WORDS = ['name', 'description', 'info', 'label', 'bgColor', 'textColor'];

/** A document without its texts: what it gives, and to whom. */
export function termsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(termsIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !WORDS.includes(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, termsIn(part)]),
  );
}

/** SHA-256 of the terms, the same whatever the texts and the order of the fields. */
export function termsHash(value: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(termsIn(value)))
    .digest();
}
