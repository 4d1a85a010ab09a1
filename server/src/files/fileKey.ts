/** Keys are ours, never a member's file name: folders and names of these characters only. */
const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
};

/** @throws Error when this is no key of a file */
export function requireKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`"${key}" is no key of a file.`);
  return key;
}

/** The MIME type that the key's ending stands for. */
export function contentTypeOf(key: string): string {
  return CONTENT_TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
