import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The footer of the deposit dialog, which the panel of the moment fills. */
export const FooterContext = createContext<HTMLElement | null>(null);

/** Puts the panel's main action into the dialog's footer, where it stays below the scrolling body. */
export function Footer({ children }: { children: ReactNode }) {
  const footer = useContext(FooterContext);
  return footer && createPortal(children, footer);
}
