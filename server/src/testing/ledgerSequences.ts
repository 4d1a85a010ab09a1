import fc from 'fast-check';
import { sql } from 'kysely';
import { AppError } from '../appError.ts';
import type { Db, Trx } from '../database/connect.ts';
import { balance, ensureHouseAccount, ensureMemberAccount } from '../ledger/account.ts';
import type { Posted } from '../ledger/command.ts';
import { keyFrom } from '../ledger/key.ts';
import { AlreadyResolvedError } from '../ledger/ledgerError.ts';
import { hold, post, postHold, reverse, voidHold } from '../ledger/post.ts';
import { verify } from '../ledger/verify.ts';

/** One step of a random history. Account and posting numbers are chosen modulo the existing ones. */
export interface Step {
  kind: 'post' | 'hold' | 'postHold' | 'voidHold' | 'reverse' | 'again' | 'mismatch';
  from: number;
  to: number;
  amount: number;
  target: number;
}

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind']>(
      'post',
      'post',
      'post',
      'hold',
      'hold',
      'postHold',
      'voidHold',
      'reverse',
      'again',
      'mismatch',
    ),
    from: fc.nat(5),
    to: fc.nat(5),
    amount: fc.integer({ min: 1, max: 400 }),
    target: fc.nat(1000),
  }),
  { minLength: 5, maxLength: 25 },
);

interface Booked extends Posted {
  key: string;
  phase: 'single' | 'hold' | 'post' | 'void';
  isReversal: boolean;
}
export interface ModelAccount {
  id: bigint;
  /** Null for an account of the house. */
  member: number | null;
  strict: boolean;
  posted: bigint;
  held: bigint;
}
const by = { actor: 'system', cause: 'test' };

let nextMember = 1_000_000;

/** Both accounts of two members and two house accounts, new for each history. */
export async function makeAccounts(db: Db): Promise<ModelAccount[]> {
  return db.transaction().execute(async (trx) => {
    const accounts: ModelAccount[] = [];
    for (let n = 0; n < 6; n += 1) {
      const member = n < 4 ? nextMember + Math.floor(n / 2) : null;
      const id =
        member === null
          ? await ensureHouseAccount(trx, 'provider', `test-${nextMember}-${n}`)
          : await ensureMemberAccount(trx, member, n % 2 === 0 ? 'wallet' : 'in_transfer');
      accounts.push({ id, member, strict: member !== null, posted: 0n, held: 0n });
    }
    nextMember += 2;
    return accounts;
  });
}

/** What the ledger refuses of any two accounts. */
export function areOfTwoMembers(one: ModelAccount, other: ModelAccount): boolean {
  return one.member !== null && other.member !== null && one.member !== other.member;
}

/**
 * Runs a history step by step beside a model of plain arithmetic.
 * @returns the differences between ledger and model; empty when they agree
 */
export async function runBesideModel(db: Db, history: Step[]): Promise<string[]> {
  const accounts = await makeAccounts(db);
  const booked: Booked[] = [];
  const resolved = new Set<bigint>();
  const differences: string[] = [];
  const byId = (id: bigint) => accounts.find((account) => account.id === id) as ModelAccount;
  const enough = (account: ModelAccount, amount: bigint) =>
    !account.strict || account.posted - account.held >= amount;

  for (const [nth, step] of history.entries()) {
    const key = keyFrom('test', String(accounts[0]?.id), String(nth));
    const debit = accounts[step.from] as ModelAccount;
    const credit = accounts[step.to] as ModelAccount;
    const amount = BigInt(step.amount);
    const target = booked.length === 0 ? undefined : booked[step.target % booked.length];
    const move = { ...by, key, code: 'move', debit: debit.id, credit: credit.id, amount };
    let expected: string;
    let call: (trx: Trx) => Promise<Posted>;
    let apply: (posted: Posted) => void = () => undefined;
    const record =
      (phase: Booked['phase'], isReversal = false) =>
      (posted: Posted) => {
        booked.push({ ...posted, key, phase, isReversal });
      };

    if (step.kind === 'post' || step.kind === 'hold') {
      if (debit === credit || (step.kind === 'hold' && !debit.strict)) continue;
      expected = areOfTwoMembers(debit, credit)
        ? 'INTERNAL_SERVER_ERROR'
        : enough(debit, amount)
          ? 'ok'
          : 'MONEY_NOT_ENOUGH';
      call = (trx) => (step.kind === 'post' ? post(trx, move) : hold(trx, move));
      apply = (posted) => {
        record(step.kind === 'post' ? 'single' : 'hold')(posted);
        if (step.kind === 'hold') debit.held += amount;
        else {
          debit.posted -= amount;
          credit.posted += amount;
        }
      };
    } else if (target === undefined) {
      continue;
    } else if (step.kind === 'postHold' || step.kind === 'voidHold') {
      if (target.phase !== 'hold') continue;
      expected = resolved.has(target.id) ? 'resolved' : 'ok';
      const resolution = { ...by, key, pendingId: target.id };
      call = (trx) => (step.kind === 'postHold' ? postHold(trx, resolution) : voidHold(trx, resolution));
      apply = (posted) => {
        record(step.kind === 'postHold' ? 'post' : 'void')(posted);
        resolved.add(target.id);
        byId(target.debit).held -= target.amount;
        if (step.kind === 'postHold') {
          byId(target.debit).posted -= target.amount;
          byId(target.credit).posted += target.amount;
        }
      };
    } else if (step.kind === 'reverse') {
      if (target.phase !== 'single' && target.phase !== 'post') continue;
      const giver = byId(target.credit);
      expected = resolved.has(-target.id)
        ? 'resolved'
        : enough(giver, target.amount)
          ? 'ok'
          : 'MONEY_NOT_ENOUGH';
      call = (trx) => reverse(trx, { ...by, key, code: 'reversal', postingId: target.id });
      apply = (posted) => {
        record('single', true)(posted);
        resolved.add(-target.id);
        giver.posted -= target.amount;
        byId(target.debit).posted += target.amount;
      };
    } else {
      if (target.phase !== 'single' || target.isReversal) continue;
      const again = {
        ...by,
        key: target.key,
        code: 'move',
        debit: target.debit,
        credit: target.credit,
        amount: target.amount,
      };
      expected = step.kind === 'again' ? 'replayed' : 'IDEMPOTENCY_MISMATCH';
      call = (trx) => post(trx, step.kind === 'again' ? again : { ...again, amount: target.amount + 1n });
    }

    const outcome = await db
      .transaction()
      .execute(call)
      .then(
        (posted) => {
          if (!posted.replayed) apply(posted);
          return posted.replayed ? 'replayed' : 'ok';
        },
        (error: unknown) =>
          error instanceof AlreadyResolvedError
            ? 'resolved'
            : error instanceof AppError
              ? error.code
              : String(error),
      );
    if (outcome !== expected) differences.push(`step ${nth} ${step.kind}: ${outcome}, expected ${expected}`);
  }
  await db.transaction().execute(async (trx) => {
    for (const account of accounts) {
      const { posted, held } = await balance(trx, account.id);
      if (posted !== account.posted || held !== account.held) {
        differences.push(
          `account ${account.id}: ${posted} posted, ${held} held; the model has ${account.posted}, ${account.held}`,
        );
      }
    }
  });
  return differences;
}

/**
 * Many parallel connections move money between few accounts, with keys that occur more than once.
 * @returns unexpected errors, and the findings of verify
 */
export async function runConcurrently(db: Db, owner: Db, rounds: number): Promise<string[]> {
  const accounts = await makeAccounts(db);
  const house = accounts[4] as ModelAccount;
  const problems: string[] = [];
  for (const wallet of accounts.slice(0, 4)) {
    await db.transaction().execute((trx) =>
      post(trx, {
        ...by,
        key: keyFrom('open', String(wallet.id)),
        code: 'deposit',
        debit: house.id,
        credit: wallet.id,
        amount: 1_000n,
      }),
    );
  }
  for (let round = 0; round < rounds; round += 1) {
    const attempts = Array.from({ length: 16 }, (_, n) => {
      const debit = accounts[n % 2 === 0 ? 0 : 1] as ModelAccount;
      const credit = accounts[n % 2 === 0 ? 1 : 0] as ModelAccount;
      const command = {
        ...by,
        // Two attempts share each key.
        key: keyFrom('round', String(house.id), String(round), String(n % 8)),
        code: 'move',
        debit: debit.id,
        credit: credit.id,
        amount: 70n,
      };
      return db
        .transaction()
        .execute((trx) => (n % 8 < 6 ? post(trx, command) : hold(trx, { ...command, amount: 10n })))
        .catch((error: unknown) => {
          if (!(error instanceof AppError && error.code === 'MONEY_NOT_ENOUGH')) problems.push(String(error));
        });
    });
    await Promise.all(attempts);
  }
  problems.push(...(await verify(owner)).map(({ check, detail }) => `${check}: ${detail}`));
  return problems;
}

/**
 * Replaces an installed function of the ledger by a copy with one defect. @throws when the text to replace is missing
 */
export async function installMutant(
  owner: Db,
  name: 'post' | 'post_batch',
  mutations: [from: string, to: string][],
): Promise<void> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef(p.oid) as text from pg_proc p
    where p.proname = ${name} and p.pronamespace = 'ledger'::regnamespace`.execute(owner);
  let text = rows[0]?.text ?? '';
  for (const [from, to] of mutations) {
    if (!text.includes(from)) throw new Error(`the mutant does not apply: ${from}`);
    text = text.replaceAll(from, to);
  }
  await sql.raw(text).execute(owner);
}
