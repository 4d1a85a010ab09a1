import type { Client } from '@krapao/contract/client';
import { writeSetting } from '../settings/settings.ts';
import { newNumbers } from './memberNumbers.ts';
import type { TestServer } from './testServer.ts';

export interface TestMember {
  id: bigint;
  phoneNumber: string;
  password: string;
  bankCode: string;
  bankAccountNo: string;
  token: string;
  client: Client;
}

/** Registers a member over HTTP, without OTP, and logs in. `inviteCode`: PR{id} of who invited. */
export async function makeMember(
  server: Pick<TestServer, 'client' | 'owner' | 'settings'>,
  { inviteCode }: { inviteCode?: string } = {},
): Promise<TestMember> {
  if (server.settings.get('registration').otp) {
    await server.owner
      .transaction()
      .execute((trx) => writeSetting(trx, 'registration', { otp: false }, 'test'));
    await server.settings.reload();
  }
  const { phoneNumber, bankAccountNo } = newNumbers();
  const member = { phoneNumber, password: 'correct horse 9', bankCode: 'KBANK', bankAccountNo };
  const visitor = server.client();
  await visitor('POST /api/account', {
    body: {
      name: 'สมชาย ใจดี',
      username: member.phoneNumber,
      password: member.password,
      bankCode: member.bankCode,
      bankAccountNo: member.bankAccountNo,
      bankAccountName: 'SOMCHAI JAIDEE',
      ...(inviteCode !== undefined && { inviteCode }),
    },
  });
  const { token } = await visitor('POST /api/login', {
    body: { username: member.phoneNumber, password: member.password },
  });
  const client = server.client(token);
  const { _id } = await client('GET /api/account/profile');
  return { ...member, id: BigInt(_id), token, client };
}
