import { useEffect, useState } from 'react';
import { type ActionKeys, createActionKeys } from './actionKey.ts';

/** The keys of one form; what is unsettled when it goes away is left behind. */
export function useActionKeys(): ActionKeys {
  const [keys] = useState(createActionKeys);
  useEffect(() => keys.leave, [keys]);
  return keys;
}
