/**
 * The server generates keys; they are never a member's file name. They contain only folders and names of these
 * characters.
 */
const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
};

/** @throws Error if this is not a file key */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`"${key}" is no key of a file.`);
  return key;
}

/** The MIME type for the key's extension. */
export function contentTypeOf(key: string): string {
  return CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
