import type { Client } from '@krapao/contract/client';
import { writeSetting } from '../settings/settings.ts';
import { nameOf, newNumbers } from './memberNumbers.ts';
import type { TestServer } from './testServer.ts';

export interface TestMember {
  id: bigint;
  phoneNumber: string;
  password: string;
  bankCode: string;
  bankAccountNo: string;
  bankAccountName: string;
  token: string;
  client: Client;
}

/**
 * Registers a member over HTTP, without OTP, and logs in. `inviteCode`: PR{id} of the inviter; `phoneNumber`: a new Thai
 * one if undefined.
 */
export async function makeMember(
  server: Pick<TestServer, 'client' | 'owner' | 'settings'>,
  { inviteCode, phoneNumber: given }: { inviteCode?: string; phoneNumber?: string } = {},
): Promise<TestMember> {
  if (server.settings.get('registration').otp) {
    await server.owner.transaction().execute(async (trx) => {
      await writeSetting(trx, 'registration', { otp: false }, 'test');
      // All registrations come from the machine's own address.
      await writeSetting(trx, 'links', { ...server.settings.get('links'), addressMembers: 1 }, 'test');
    });
    await server.settings.reload();
  }
  const { phoneNumber: next, bankAccountNo, shown } = newNumbers();
  const phoneNumber = given ?? next;
  const bankAccountName = nameOf(shown);
  const member = {
    phoneNumber,
    password: 'correct horse 9',
    bankCode: 'KBANK',
    bankAccountNo,
    bankAccountName,
  };
  const visitor = server.client();
  await visitor('POST /api/account', {
    body: {
      name: 'สมชาย ใจดี',
      username: member.phoneNumber,
      password: member.password,
      bankCode: member.bankCode,
      bankAccountNo: member.bankAccountNo,
      bankAccountName: member.bankAccountName,
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
