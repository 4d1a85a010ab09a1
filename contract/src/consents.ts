/** Texts of the site that a member agrees to, and messages for which they may be used. */
export const CONSENT_KINDS = ['agreements', 'conditions', 'marketing'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/**
 * Where our app shows a text and takes the press: "Accept" of the agreement on home, the button below the opened text on
 * the page of one's own data.
 */
export const CONSENT_PLACES = ['agreementDialog', 'dataPage'] as const;
export type ConsentPlace = (typeof CONSENT_PLACES)[number];

/** The text that was shown, as app and server hash it (SHA-256): its parts that are not blank. */
export const shownText = (parts: readonly string[]): string =>
  JSON.stringify(parts.filter((html) => html.trim() !== ''));
