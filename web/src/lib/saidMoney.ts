/** What forms and messages have said of money, so that a notification or a message does not say it again. */

/** A form and the event of its money tell of it within this time, whichever is first. */
export const FORM_MS = 2_000;

const rows = new Set<string>();
let arrivals: readonly { amount: number | null; at: number }[] = [];

/** A form or a message says what becomes of this row of the statement, or slip. @returns how to take that back */
export function saysRow(row: string): () => void {
  rows.add(row);
  return () => rows.delete(row);
}

/** True when a form or a message says, or has said, what became of this row. */
export function isRowSaid(row: string): boolean {
  return rows.has(row);
}

/** A form has said that this money (baht) arrived; null: what its call brings, however much that is. */
export function noteArrivalSaid(amount: number | null): void {
  arrivals = [...recent(), { amount, at: performance.now() }];
}

/** True when a form has just said that this money (baht) arrived; what it said counts for one arrival. */
export function takeSaidArrival(amount: number): boolean {
  const known = recent();
  const taken = known.find((said) => said.amount === amount) ?? known.find((said) => said.amount === null);
  arrivals = known.filter((said) => said !== taken);
  return taken !== undefined;
}

const recent = () => arrivals.filter(({ at }) => performance.now() - at < 2 * FORM_MS);
