/** What a canned answer may leave open; the server fills it for the customer of a conversation. */
export const PLACEHOLDERS = [
  'memberName',
  'memberId',
  'balance',
  'lastDeposit.amount',
  'lastDeposit.status',
  'lastDeposit.at',
  'lastWithdrawal.amount',
  'lastWithdrawal.status',
  'lastWithdrawal.at',
  'site',
  'operatorName',
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Null: the customer has none. */
export type PlaceholderValues = Record<Placeholder, string | null>;

const PLACE = /\{([^{}]*)\}/g;

const isKnown = (name: string): name is Placeholder => (PLACEHOLDERS as readonly string[]).includes(name);

const namesIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(PLACE), ([, name = '']) => name)),
];

/** Names in braces that are no placeholders, each once. */
export const unknownPlaceholders = (text: string): string[] => namesIn(text).filter((name) => !isKnown(name));

/** Placeholders in a text, each once: before filling all of them, after it those without a value. */
export const placeholdersIn = (text: string): Placeholder[] => namesIn(text).filter(isKnown);

/** Fills in what has a value. Values are not looked into: braces in a name fill nothing. */
export const fillPlaceholders = (text: string, values: PlaceholderValues): string =>
  text.replace(PLACE, (place, name: string) => (isKnown(name) ? (values[name] ?? place) : place));
