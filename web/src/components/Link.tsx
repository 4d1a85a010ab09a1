import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from 'wouter/use-browser-location';

/** A link to another page of the app. The browser handles presses that open a new tab or window. */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const { defaultPrevented, button, metaKey, ctrlKey, altKey, shiftKey } = event;
    if (defaultPrevented || button !== 0 || metaKey || ctrlKey || altKey || shiftKey) return;
    event.preventDefault();
    navigate(href);
  }
  return <a {...rest} href={href} onClick={follow} />;
}
