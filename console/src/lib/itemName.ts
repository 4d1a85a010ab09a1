import { createContext } from 'react';

/**
 * What people call the item that is open around here. A message about it can come after the next one has opened, and says
 * which it means.
 */
export const ItemName = createContext<string | undefined>(undefined);
