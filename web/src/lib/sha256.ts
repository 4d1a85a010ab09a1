/** Bytes in hexadecimal. */
export function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The SHA-256 of a text in hexadecimal; undefined where the browser has none: on a page without HTTPS. */
export async function sha256Of(text: string): Promise<string | undefined> {
  if (crypto.subtle === undefined) return undefined;
  return hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
