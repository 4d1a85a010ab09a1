/** Whether a member may be sent to this page: over TLS, or at the maker's own address `base`. */
export function isMemberPage(text: string, base: string): boolean {
  const page = URL.parse(text);
  if (page === null || text.length > 4_000) return false;
  return page.protocol === 'https:' || (page.protocol === 'http:' && page.host === URL.parse(base)?.host);
}
