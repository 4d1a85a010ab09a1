import { useLayoutEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';

/** Leads on to another address in place of this one. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
