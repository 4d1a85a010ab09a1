import { createContext, useContext, useState } from 'react';

/** By item and field. They live as long as the tab, and end with the operator's session. */
const drafts = new Map<string, unknown>();

/** The operator and the item whose fields are inside: `2/slips/7`. */
export const DraftsOf = createContext<string | undefined>(undefined);

/**
 * A state that outlives its form: what was typed for an item is still there when one comes back to it. Outside of an item it
 * is a plain state.
 * @param field its name within the item
 * @param initial until something is typed
 */
export function useDraft<Value>(field: string, initial: () => Value) {
  const item = useContext(DraftsOf);
  const key = `${item}/${field}`;
  const [value, setValue] = useState<Value>(() => {
    if (item !== undefined && drafts.has(key)) return drafts.get(key) as Value;
    return initial();
  });
  const write = (typed: Value) => {
    if (item !== undefined) drafts.set(key, typed);
    setValue(typed);
  };
  return [value, write] as const;
}

/** Forgets what was typed for an item that has ended; without an item everything, for the next operator. */
export function forgetDrafts(item?: string): void {
  for (const key of drafts.keys()) if (item === undefined || key.startsWith(`${item}/`)) drafts.delete(key);
}
