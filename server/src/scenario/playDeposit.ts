import type { DepositScenario } from '@krapao/contract/api/operator/incidents';
import { sql } from 'kysely';
import { until } from '../testing/moneyWorld.ts';
import { type BankTransfer, payFrom } from '../testing/sandboxBank.ts';
import type { TestMember } from '../testing/testMember.ts';
import type { TestServer } from '../testing/testServer.ts';
import { FaultTurns } from './faultTurns.ts';
import { type Played, WITHIN_MS } from './played.ts';
import { playMember } from './playMember.ts';

type Play = NonNullable<DepositScenario['play']>;

/** The modes of our accounts in the sandbox: one whose slips count, one whose bank tells of transfers. */
const MODES = { slips: 'SLIP', feed: 'AUTO' } as const;
const NOBODYS = { bankCode: 'GSB', accountNo: '111122223333' };

/** Plays a slip until it rests. Instead of waiting for the next look-up, it becomes due. */
export async function playDeposit(server: TestServer, scenario: DepositScenario): Promise<Played> {
  const { happened, end, play, because } = scenario;
  if (play === null) throw new Error(because ?? 'not reproducible');
  const newMember = () => playMember(server, scenario);
  const member = await newMember();
  const faults = new FaultTurns(server, play.faults);
  await faults.turn();
  const payer = await payerOf(server, play, member, newMember);
  const receiver = await receiverOf(server, play);
  const transfer = await payFrom(server, payer, receiver, play.amount);
  if (isTold(play)) await untilTold(server, transfer, play);
  const picture = await fetch(`${transfer.slipUrl}?spoil=${play.picture}`);
  const form = new FormData();
  form.append('file', await picture.blob(), 'slip.png');
  const { reference } = await member.client('POST /api/wallet/slip', { form });
  if (play.passes === 'hours') await pass(server, reference);

  let hurried = 0;
  const slip = await until(async () => {
    await faults.turn();
    const seen = await server.owner
      .selectFrom('slip')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    if (seen.due_at === null && seen.step !== 'REPEAT') return seen;
    // Once after each answer that is booked: a look-up under way says itself when the next is due.
    const answeredAt = seen.looked_up_at?.getTime() ?? 0;
    if (seen.step === 'LOOKUP' && answeredAt !== hurried) {
      hurried = answeredAt;
      await server.owner
        .updateTable('slip')
        .set({ due_at: sql<Date>`site.now()` })
        .where('reference', '=', reference)
        .where('step', '=', 'LOOKUP')
        .execute();
      server.wakeJob('look-up-slips');
    }
    return undefined;
  }, WITHIN_MS);
  await faults.off();
  const { status, step, operator_note, note, attempts, not_found } = slip;
  return {
    lines: [
      { name: 'status', exported: end.status, played: status, isEnd: true },
      { name: 'step', exported: end.step, played: step, isEnd: true },
      { name: 'reason', exported: end.reason, played: operator_note ?? note, isEnd: true },
      { name: 'look-ups', exported: happened.lookUps, played: attempts, isEnd: false },
      { name: 'not found', exported: happened.notFound, played: not_found, isEnd: false },
    ],
  };
}

/** Whose account pays. */
async function payerOf(
  server: TestServer,
  { payer }: Play,
  member: TestMember,
  newMember: () => Promise<TestMember>,
): Promise<TestMember> {
  switch (payer) {
    case 'member':
      return member;
    case 'otherMember':
      return newMember();
    case 'stranger':
      return { ...member, bankAccountNo: otherNumber(member.bankAccountNo), bankAccountName: 'MALEE SUKJAI' };
    case 'alike': {
      // Banks show four digits of a number, and these are the same.
      const other = await newMember();
      await server.owner
        .updateTable('member')
        .set({
          bank_account_no: `${other.bankAccountNo.slice(0, 5)}${member.bankAccountNo.slice(5, 9)}${other.bankAccountNo.slice(9)}`,
        })
        .where('id', '=', other.id)
        .execute();
      return member;
    }
  }
}

/** A number of which banks show other digits. */
const otherNumber = (number: string): string =>
  [...number].map((digit) => String((Number(digit) + 5) % 10)).join('');

async function receiverOf(server: TestServer, { receiver }: Play) {
  if (receiver === 'elsewhere') return NOBODYS;
  const account = await server.db
    .selectFrom('deposit_account')
    .select(['bank_code', 'account_no'])
    .where('mode', '=', MODES[receiver])
    .where('bank_type', '=', 'BANK')
    .executeTakeFirstOrThrow();
  return { bankCode: account.bank_code, accountNo: account.account_no };
}

/** Whether the bank tells of the transfer, so that its notice comes before the slip. */
const isTold = ({ faults }: Play): boolean =>
  !faults.some(({ target, mode }) => target === 'bank' && mode === 'pendingForever');

function untilTold(server: TestServer, { transRef }: BankTransfer, { receiver }: Play): Promise<object> {
  return until(
    () =>
      server.db
        .selectFrom('incoming_transfer')
        .select('id')
        .where('trans_ref', '=', transRef)
        .$if(receiver === 'feed', (query) => query.where('status', '=', 'CREDITED'))
        .executeTakeFirst(),
    WITHIN_MS,
  );
}

/** Two hours between transfer and slip. Its first look-up answers "later", so none has decided yet. */
async function pass(server: TestServer, reference: string): Promise<void> {
  await server.owner
    .updateTable('slip')
    .set({ uploaded_at: sql<Date>`uploaded_at + interval '2 hours'` })
    .where('reference', '=', reference)
    .execute();
}
