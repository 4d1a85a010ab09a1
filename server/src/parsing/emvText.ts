const TAG = 4;
/** What the reader of QR texts takes for tags within a tag. */
const HAS_TAGS = /^\d{4}./s;

/**
 * Whether each tag of a QR's text (EMV: two letters of name, two of length, the value) leads on to the next one. promptparse
 * reads a length as any number: from one below zero it goes back, and may go on for ever. Ask before it reads anything.
 */
export function leadsOn(text: string): boolean {
  return tagsOf(text)?.every((value) => !HAS_TAGS.test(value) || tagsOf(value) !== undefined) ?? false;
}

/** The values of a text's tags, read as promptparse does; undefined where one has a length below zero. */
function tagsOf(text: string): string[] | undefined {
  const values: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = Number.parseInt(text.substring(at + 2, at + TAG), 10);
    if (length < 0) return undefined;
    // No number: it reads no further.
    if (Number.isNaN(length)) return values;
    values.push(text.substring(at + TAG, at + TAG + length));
    at += TAG + length;
  }
  return values;
}
