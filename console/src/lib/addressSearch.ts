import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';

const TYPED_MS = 300;

/** The search of an address with other values; an empty one leaves it. */
export function searchWith(
  search: URLSearchParams,
  values: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** The search of the address as it was when nobody typed for a moment: what the server is asked for. */
export function useSettledSearch(search: URLSearchParams): URLSearchParams {
  // The text: a new object at each drawing would never settle.
  const [text] = useDebouncedValue(search.toString(), TYPED_MS);
  return useMemo(() => new URLSearchParams(text), [text]);
}
