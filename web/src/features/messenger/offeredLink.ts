const FRAGMENT = /^#messenger=([\w.~-]{1,200})$/;

/** The token in the address that the messaging service's user was sent; null for any other address. */
export const offeredLink = (): string | null => FRAGMENT.exec(window.location.hash)?.[1] ?? null;

/** Takes the token out of the address: a reload or a copied address does not offer it again. */
export function forgetOfferedLink(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
}
