/** No call and no maker's document nests half as deep; a call stack ends at some thousands. */
const DEPTH_MAX = 64;

/**
 * Whether a text opens more brackets within one another than any document of ours or of a maker. One pass over the text,
 * before anything is built of it: whoever reads the value may go down into it by recursion.
 */
export function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '[' || char === '{') {
      depth += 1;
      if (depth > DEPTH_MAX) return true;
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** A document from outside; undefined where the text is no JSON, or nests too deep to be walked. */
export function readJson(text: string): unknown {
  if (nestsTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
