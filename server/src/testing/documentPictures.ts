import { randomInt } from 'node:crypto';
import type { DocumentPart } from '@krapao/contract/identity';
import sharp from 'sharp';
import type { TestMember } from './testMember.ts';
import type { TestOperator } from './testOperator.ts';
import type { TestServer } from './testServer.ts';

/** A picture with metadata that tells where it was taken. */
export const photo = (format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg', width = 900): Promise<Buffer> =>
  sharp({ create: { width, height: 600, channels: 3, background: '#446688' } })
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' }, IFD3: { GPSLatitude: '13/1 45/1 0/1' } })
    .toFormat(format)
    .toBuffer();

/** Uploads one picture over HTTP. */
export async function sendPicture(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  part: DocumentPart | string,
  picture: Buffer,
): Promise<{ status: number; body: { code?: string; request?: { parts: string[] } | null } }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)]), 'document.jpg');
  const response = await fetch(`${url}/api/identity/request/pictures/${part}`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as never };
}

/** Sends a whole request for level 2 or 3. @returns its id */
export async function sendRequest(server: TestServer, member: TestMember, level: 2 | 3 = 2): Promise<bigint> {
  const documentKind = level === 2 ? 'passport' : 'funds';
  await member.client('POST /api/identity/request', { body: { level, documentKind } });
  const picture = await photo();
  for (const part of level === 2 ? ['front', 'selfie'] : ['funds'])
    await sendPicture(server, member.token, part, picture);
  await member.client('POST /api/identity/request/send');
  const { id } = await server.owner
    .selectFrom('identity_request')
    .where('member_id', '=', member.id)
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What an operator reads off a good document of the member. */
export const factsOf = (member: TestMember, change: object = {}) => ({
  names: [member.bankAccountName],
  birthDate: '1990-04-13',
  documentNumber: `AA${randomInt(10 ** 9)}`,
  expiresOn: '2039-01-01',
  ...change,
});

/** Claims a request and approves it. */
export async function approveAs(operator: TestOperator, id: bigint, facts: object) {
  await operator.call(`POST /api/console/queues/identityRequests/${id}/claim`);
  return operator.call(`POST /api/console/identityRequests/${id}/approve`, {
    ...facts,
    reason: 'looked at it',
  });
}
