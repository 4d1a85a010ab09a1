/** Shorter texts stand in answers by chance. */
const SECRET_MIN = 8;
const HIDDEN = '•••';
/** An address in a document, a document in a page: no maker escapes more often. */
const LAYERS_MAX = 2;
/** Letters that are read within one budget, so that a text of a megabyte is not read in all twelve ways. */
const LETTERS_MAX = 4_000_000;

/** What is left to be read of several texts together. Each is read as it stands, however little is left. */
interface Budget {
  letters: number;
}

/** What one text, or one document of many texts, may take. */
export const newBudget = (): Budget => ({ letters: LETTERS_MAX });

/** A text as it is read to find something, and where each letter of it stood; null: at its own place. */
interface Reading {
  text: string;
  places: readonly number[] | null;
}
type Read = (text: string) => Reading;

/** A form in which a secret may stand, and how a text is read to find it. */
interface Form {
  form: string;
  read: Read;
}

const spaced = (text: string) => text.replaceAll('+', ' ');

const asIs: Read = (text) => ({ text, places: null });
/** As an address has it after its `?`. */
const asQuery: Read = (text) => ({ text: spaced(text), places: null });
const asHex: Read = (text) => ({
  text: text.replace(/[A-F]/g, (digit) => digit.toLowerCase()),
  places: null,
});
/** The other alphabet of base64 is read as the usual one, and its lines as one. */
const asBase64: Read = (text) => {
  const usual = text.replaceAll('-', '+').replaceAll('_', '/');
  if (!/[\r\n]/.test(usual)) return { text: usual, places: null };
  const places: number[] = [];
  for (let at = 0; at < usual.length; at += 1) if (usual[at] !== '\r' && usual[at] !== '\n') places.push(at);
  return { text: usual.replace(/[\r\n]/g, ''), places };
};

/**
 * The forms of a secret: its lines, also with `+` for a space, its base64 whatever stands before and after it there, and
 * its hexadecimal. Empty for one that is too short to be told from chance.
 */
export function formsOf(secret: string): Form[] {
  const bytes = Buffer.from(secret);
  const lines = secret.split(/[\r\n]+/);
  return [
    ...lines.map((form) => ({ form, read: asIs })),
    ...lines.filter((line) => line.includes(' ')).map((line) => ({ form: spaced(line), read: asQuery })),
    ...[bytes.toString('base64'), ...[0, 1, 2].map((before) => insideBase64(bytes, before))].map((form) => ({
      form,
      read: asBase64,
    })),
    { form: bytes.toString('hex'), read: asHex },
  ].filter(({ form }) => secret.length >= SECRET_MIN && form.length >= SECRET_MIN);
}

/** The letters of base64 that the bytes alone decide, where others stand around them. */
function insideBase64(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

/** Forms by how a text is read to find them, each once. */
type Forms = ReadonlyMap<Read, ReadonlySet<string>>;

export function byReading(forms: readonly Form[]): Forms {
  const sets = new Map<Read, Set<string>>();
  for (const { form, read } of forms) sets.set(read, (sets.get(read) ?? new Set()).add(form));
  return sets;
}

/**
 * A text with `•••` in place of each form, also where its letters are written as escapes of JSON (`\/`, `\u002f`) or of a
 * script (`\x2f`), of an address (`%2F`) or of HTML (`&#47;`), mixed or within one another.
 */
export function hideTexts(text: string, forms: Forms, budget: Budget): string {
  const hidden: Place[] = [];
  const levels: Level[] = [{ text, starts: null, ends: null, layers: 0 }];
  for (let next = levels.shift(); next !== undefined; next = levels.shift()) {
    budget.letters -= next.text.length;
    findPlaces(next, forms, hidden);
    if (budget.letters <= 0) break;
    if (next.layers < LAYERS_MAX) for (const kind of ESCAPES) levels.push(...unescaped(next, kind));
  }
  if (hidden.length === 0) return text;
  let rest = '';
  let at = 0;
  for (const [start, end] of hidden.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start >= at) rest += text.slice(at, start) + HIDDEN;
    at = Math.max(at, end);
  }
  return rest + text.slice(at);
}

/** A text of which some escapes are undone, and where each of its letters stood in the first one; null: at its own place. */
interface Level {
  text: string;
  starts: readonly number[] | null;
  ends: readonly number[] | null;
  layers: number;
}

type Place = [start: number, end: number];

/** Adds where the forms stand in the first text. There may be more places than a call takes arguments. */
function findPlaces({ text, starts, ends }: Level, forms: Forms, found: Place[]): void {
  for (const [read, texts] of forms) {
    const reading = read(text);
    for (const form of texts)
      for (let at = reading.text.indexOf(form); at >= 0; at = reading.text.indexOf(form, at + form.length)) {
        const first = reading.places?.[at] ?? at;
        const last = reading.places?.[at + form.length - 1] ?? at + form.length - 1;
        found.push([starts?.[first] ?? first, ends?.[last] ?? last + 1]);
      }
  }
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface Escape {
  /** Without it a text has no such escape. */
  sign: string;
  pattern: RegExp;
  meaning: (match: RegExpMatchArray) => string;
}

const ESCAPES: readonly Escape[] = [
  {
    sign: '\\',
    pattern: /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([^u]))/gi,
    meaning: ([, unit, byte = unit, letter = '']) =>
      byte === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(byte, 16)),
  },
  {
    sign: '%',
    pattern: /(?:%[0-9a-f]{2})+/gi,
    meaning: ([bytes]) => Buffer.from((bytes ?? '').replaceAll('%', ''), 'hex').toString(),
  },
  {
    sign: '&',
    pattern: /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gi,
    meaning: ([, hex, decimal, name]) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  },
];

/** The text with one layer of one kind of escapes undone; empty where it has none. */
function unescaped({ text, starts, ends, layers }: Level, { sign, pattern, meaning }: Escape): Level[] {
  if (!text.includes(sign)) return [];
  let undone = '';
  const undoneStarts: number[] = [];
  const undoneEnds: number[] = [];
  const keep = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      undoneStarts.push(starts?.[at] ?? at);
      undoneEnds.push(ends?.[at] ?? at + 1);
    }
    undone += text.slice(from, to);
  };
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    keep(at, match.index);
    const letters = meaning(match);
    for (let nth = 0; nth < letters.length; nth += 1) {
      undoneStarts.push(starts?.[match.index] ?? match.index);
      undoneEnds.push(ends?.[end - 1] ?? end);
    }
    undone += letters;
    at = end;
  }
  if (at === 0) return [];
  keep(at, text.length);
  return [{ text: undone, starts: undoneStarts, ends: undoneEnds, layers: layers + 1 }];
}
