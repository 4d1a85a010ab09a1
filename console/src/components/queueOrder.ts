export const ORDERS = ['oldest', 'newest', 'largest', 'why'] as const;
export type Order = (typeof ORDERS)[number];

/** What a queue is sorted by. */
export interface Sortable {
  /** ISO time. */
  since: string;
  amount: number | null;
  why?: string | undefined;
}

/** The items in an order: oldest or newest first, largest amount first, or by why they wait; equals oldest first. */
export function sortQueue<Item>(
  items: readonly Item[],
  order: Order,
  facts: (item: Item) => Sortable,
): Item[] {
  const byAge = items.toSorted((a, b) => Date.parse(facts(a).since) - Date.parse(facts(b).since));
  if (order === 'oldest') return byAge;
  if (order === 'newest') return byAge.reverse();
  if (order === 'largest') return byAge.sort((a, b) => (facts(b).amount ?? 0) - (facts(a).amount ?? 0));
  return byAge.sort((a, b) => (facts(a).why ?? '\uffff').localeCompare(facts(b).why ?? '\uffff'));
}
