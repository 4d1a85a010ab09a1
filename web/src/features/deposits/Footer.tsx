import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The footer of the deposit dialog; the current panel fills it. */
export const FooterContext = createContext<HTMLElement | null>(null);

/** Renders the panel's main action in the dialog's footer, below the scrolling body. */
export function Footer({ children }: { children: ReactNode }) {
  const footer = useContext(FooterContext);
  return footer && createPortal(children, footer);
}
