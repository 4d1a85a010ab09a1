import { createHmac, timingSafeEqual } from 'node:crypto';

const VALID_SECONDS = 180;
export const PICTURE_PATH = '/api/console/identityPictures';

/** The path of a document's picture, for three minutes and one operator's session. */
export function signPictureLink(key: Buffer, id: string, session: Buffer, now = new Date()): string {
  const expires = Math.floor(now.getTime() / 1_000) + VALID_SECONDS;
  return `${PICTURE_PATH}/${id}?expires=${expires}&signature=${signatureOf(key, id, session, expires)}`;
}

/** Whether we signed the link for this session and it has not expired. Constant-time. */
export function isSignedPictureLink(
  key: Buffer,
  id: string,
  session: Buffer,
  { expires = '', signature = '' }: { expires?: string | undefined; signature?: string | undefined },
  now = new Date(),
): boolean {
  if (!/^[0-9]{1,12}$/.test(expires) || Number(expires) * 1_000 < now.getTime()) return false;
  const expected = Buffer.from(signatureOf(key, id, session, Number(expires)));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(key: Buffer, id: string, session: Buffer, expires: number): string {
  return createHmac('sha256', key)
    .update(`identity ${id} ${expires} ${session.toString('hex')}`)
    .digest('base64url');
}
