import { createContext, useContext } from 'react';

/** The path of the page that is shown: for a moment after a press, the address is already that of the next page. */
export const ShownPath = createContext('');

export const useShownPath = () => useContext(ShownPath);
