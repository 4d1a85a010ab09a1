import { createClient } from '@krapao/contract/client';
import { newNumbers } from './memberNumbers.ts';
import type { TestMember } from './testMember.ts';
import type { TestServer } from './testServer.ts';

interface Person {
  bankAccountName: string;
  /** The person's IP address; the node must trust one proxy. */
  address: string;
  /** The browser's cookies from an earlier registration. */
  cookie?: string;
  inviteCode?: string;
}

/**
 * Registers over HTTP as a browser does, from the given address and with the given cookies. The node must not require a
 * code.
 */
export async function registerPerson(
  server: Pick<TestServer, 'url'>,
  { bankAccountName, address, cookie, inviteCode }: Person,
): Promise<TestMember & { cookie: string }> {
  const { phoneNumber, bankAccountNo } = newNumbers();
  const password = 'correct horse 9';
  const send = async (path: string, body: object, carried: string | undefined) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'X-Requested-With': 'wallet-user',
        'X-Forwarded-For': address,
        ...(carried !== undefined && { cookie: carried }),
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const set = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
    return { body: (await response.json()) as { token: string }, cookie: set.join('; ') || (carried ?? '') };
  };
  const registered = await send(
    '/api/account',
    {
      name: 'สมชาย ใจดี',
      username: phoneNumber,
      password,
      bankCode: 'KBANK',
      bankAccountNo,
      bankAccountName,
      ...(inviteCode !== undefined && { inviteCode }),
    },
    cookie,
  );
  const { body } = await send('/api/login', { username: phoneNumber, password }, registered.cookie);
  const client = createClient({
    baseUrl: server.url,
    getToken: () => body.token,
    getLanguageTag: () => 'th',
  });
  const { _id } = await client('GET /api/account/profile');
  return {
    id: BigInt(_id),
    phoneNumber,
    password,
    bankCode: 'KBANK',
    bankAccountNo,
    bankAccountName,
    token: body.token,
    client,
    cookie: registered.cookie,
  };
}
