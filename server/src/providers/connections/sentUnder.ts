/** The order was sent with other settings or keys: that it is not known under these says nothing. A person decides. */
export interface OtherSettings {
  status: 'other_settings';
}

interface UnderSettings {
  settingsVersion: number;
}

/** Whether an order was sent with the settings and keys that the connection has now. @param sentUnder null: it was not kept */
export const isSentUnder = (
  { settingsVersion }: UnderSettings,
  sentUnder: number | null | undefined,
): boolean => sentUnder === undefined || sentUnder === null || sentUnder === settingsVersion;

/** Answers that would send an order again or give its money back. */
const DENIALS: ReadonlySet<string> = new Set(['not_found', 'failed', 'rejected']);

/**
 * What the answer to a question about an order counts. Another key may belong to another account at the maker, which does
 * not know the order: that it was paid counts there, that it was not does not.
 */
export function countedUnder<Result extends { status: string }>(
  connection: UnderSettings,
  sentUnder: number | null | undefined,
  result: Result,
): Result | OtherSettings {
  if (isSentUnder(connection, sentUnder) || !DENIALS.has(result.status)) return result;
  return { status: 'other_settings' };
}
