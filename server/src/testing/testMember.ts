import type { Client } from '@krapao/contract/client';
import { withDevice } from '../calls/caller.ts';
import { admitMember } from '../modules/auth/admitMember.ts';
import { hashPassword } from '../modules/auth/password.ts';
import { askAtDoor } from '../modules/exclusionRegister/askAtDoor.ts';
import { storeMember } from '../modules/registration/registerMember.ts';
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

/** A node; one of another process has no context. */
type Node = Pick<TestServer, 'client' | 'owner' | 'settings'> & Partial<Pick<TestServer, 'context'>>;
/** As the contract's client sends it. */
type Fields = ReturnType<typeof fieldsOf>;

const PASSWORD = 'correct horse 9';
const HERE = '127.0.0.1';
// Of the client of Node.
const USER_AGENT = 'node';
let passwordHash: Promise<string> | undefined;

/**
 * A member, registered without OTP, with an open session. The product's verbs leave the rows that a registration and a
 * log-in over HTTP leave, with one password hash for all; at a node of another process both go over HTTP. `inviteCode`:
 * PR{id} of the inviter; `phoneNumber`: a new Thai one if undefined.
 */
export async function makeMember(
  server: Node,
  { inviteCode, phoneNumber: given }: { inviteCode?: string; phoneNumber?: string } = {},
): Promise<TestMember> {
  await registerWithoutOtp(server);
  const { phoneNumber: next, bankAccountNo, shown } = newNumbers();
  const phoneNumber = given ?? next;
  const fields = fieldsOf({ phoneNumber, bankAccountNo, bankAccountName: nameOf(shown), inviteCode });
  const { id, token } = server.context
    ? await registerHere(server.context, fields)
    : await registerOverHttp(server, fields);
  const { password, bankCode, bankAccountName } = fields;
  return {
    id,
    phoneNumber,
    password,
    bankCode,
    bankAccountNo,
    bankAccountName,
    token,
    client: server.client(token),
  };
}

/** A node of another process hears of it a moment later, or as it starts. */
export async function registerWithoutOtp({
  owner,
  settings,
}: Pick<Node, 'owner' | 'settings'>): Promise<void> {
  if (!settings.get('registration').otp) return;
  await owner.transaction().execute(async (trx) => {
    await writeSetting(trx, 'registration', { otp: false }, 'test');
    // All registrations come from the machine's own address.
    await writeSetting(trx, 'links', { ...settings.get('links'), addressMembers: 1 }, 'test');
  });
  await settings.reload();
}

function fieldsOf({
  phoneNumber,
  inviteCode,
  ...account
}: {
  phoneNumber: string;
  bankAccountNo: string;
  bankAccountName: string;
  inviteCode: string | undefined;
}) {
  return {
    name: 'สมชาย ใจดี',
    username: phoneNumber,
    password: PASSWORD,
    bankCode: 'KBANK',
    ...account,
    ...(inviteCode !== undefined && { inviteCode }),
  };
}

async function registerOverHttp({ client }: Pick<Node, 'client'>, body: Fields) {
  const visitor = client();
  await visitor('POST /api/account', { body });
  const { token } = await visitor('POST /api/login', {
    body: { username: body.username, password: body.password },
  });
  const { _id } = await client(token)('GET /api/account/profile');
  return { id: BigInt(_id), token };
}

async function registerHere(context: TestServer['context'], fields: Fields) {
  const { db, config, settings, secrets } = context;
  passwordHash ??= hashPassword(PASSWORD);
  const hash = await passwordHash;
  // A client without cookies is a new device at each call.
  const caller = () => ({ ...withDevice({ device: null, address: HERE }), userAgent: USER_AGENT });
  const pack = settings.get('protection');
  const terms = {
    variant: config.variant,
    needsOtp: false,
    sources: settings.get('sources'),
    minimumAge: pack.age.years,
    secrets,
  };
  const id = await db.transaction().execute((trx) => storeMember(trx, fields, terms, caller(), hash));
  await askAtDoor(context, id);
  const { token } = await db.transaction().execute((trx) =>
    admitMember(
      trx,
      { id, passwordHash: hash },
      {
        pack,
        timeouts: settings.get('session'),
        origin: { ip: HERE, userAgent: USER_AGENT },
        caller: caller(),
        remember: false,
        takesLimited: false,
      },
    ),
  );
  return { id, token };
}
