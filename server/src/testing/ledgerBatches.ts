import fc from 'fast-check';
import { AppError } from '../appError.ts';
import type { Db } from '../database/connect.ts';
import { balance } from '../ledger/account.ts';
import {
  holdLine,
  type Line,
  type Posted,
  postHoldLine,
  reversalLine,
  transferLine,
  voidHoldLine,
} from '../ledger/command.ts';
import { keyFrom } from '../ledger/key.ts';
import { AlreadyResolvedError } from '../ledger/ledgerError.ts';
import { post } from '../ledger/post.ts';
import { postBatch } from '../ledger/postBatch.ts';
import { verify } from '../ledger/verify.ts';
import { areOfTwoMembers, type ModelAccount, makeAccounts } from './ledgerSequences.ts';

/** One item of a batch. Accounts, earlier postings and earlier items are chosen modulo the existing ones. */
export interface Item {
  kind: 'post' | 'hold' | 'postHold' | 'voidHold' | 'reverse' | 'again' | 'mismatch' | 'twin' | 'otherTwin';
  from: number;
  to: number;
  amount: number;
  target: number;
}

const item: fc.Arbitrary<Item> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Item['kind']>('post', 'post', 'hold') },
    {
      weight: 4,
      arbitrary: fc.constantFrom<Item['kind']>(
        'postHold',
        'voidHold',
        'reverse',
        'again',
        'mismatch',
        'twin',
        'otherTwin',
      ),
    },
  ),
  from: fc.nat(5),
  to: fc.nat(5),
  amount: fc.integer({ min: 1, max: 400 }),
  target: fc.nat(1000),
});
/** A sequence of batches. */
export const batches: fc.Arbitrary<Item[][]> = fc.array(fc.array(item, { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 6,
});

const by = { actor: 'system', cause: 'test' };

interface Booked {
  line: Line;
  debit: bigint;
  credit: bigint;
  amount: bigint;
}

/** The ledger as plain arithmetic. */
class Model {
  readonly #accounts: Map<bigint, ModelAccount>;
  readonly #keys = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly booked = new Map<bigint, Booked>();

  constructor(accounts: ModelAccount[]) {
    this.#accounts = new Map(accounts.map((account) => [account.id, account]));
  }

  #account(id: bigint | null): ModelAccount {
    return this.#accounts.get(id ?? -1n) as ModelAccount;
  }

  #free(id: bigint | null): bigint {
    const account = this.#account(id);
    return account.posted - account.held;
  }

  #isOfTwoMembers({ debit, credit }: Line): boolean {
    return debit !== null && areOfTwoMembers(this.#account(debit), this.#account(credit));
  }

  /** The results of the items of one batch: first the items that nothing can block, then the rest in order. */
  expect(lines: readonly Line[]): string[] {
    const isClear = lines.map(
      (line, nth) =>
        line.pendingId === null &&
        line.reversesId === null &&
        !this.#isOfTwoMembers(line) &&
        !this.#keys.has(line.key) &&
        lines.findIndex(({ key }) => key === line.key) === nth,
    );
    const asked = new Map<bigint | null, bigint>();
    for (const [nth, { debit, amount }] of lines.entries())
      if (isClear[nth]) asked.set(debit, (asked.get(debit) ?? 0n) + (amount ?? 0n));
    const isPlain = lines.map(
      ({ debit }, nth) =>
        isClear[nth] && (!this.#account(debit).strict || this.#free(debit) >= (asked.get(debit) ?? 0n)),
    );
    const outcomes: string[] = [];
    for (const turn of [true, false]) {
      for (const [nth, line] of lines.entries())
        if (Boolean(isPlain[nth]) === turn) outcomes[nth] = this.#write(line);
    }
    return outcomes;
  }

  #write(line: Line): string {
    if (this.#isOfTwoMembers(line)) return 'INTERNAL_SERVER_ERROR';
    const { key, actor, ...command } = line;
    const fingerprint = JSON.stringify(command, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const known = this.#keys.get(key);
    if (known !== undefined) return known === fingerprint ? 'replayed' : 'IDEMPOTENCY_MISMATCH';
    const of = this.booked.get(line.pendingId ?? line.reversesId ?? -1n);
    const reference = `${line.pendingId}/${line.reversesId}`;
    if (of !== undefined && this.#taken.has(reference)) return 'resolved';
    const amount = of?.amount ?? line.amount ?? 0n;
    const isReversal = line.reversesId !== null;
    const debit = this.#account(isReversal ? (of?.credit ?? null) : (of?.debit ?? line.debit));
    const credit = this.#account(isReversal ? (of?.debit ?? null) : (of?.credit ?? line.credit));
    if (line.phase !== 'post' && line.phase !== 'void' && debit.strict && debit.posted - debit.held < amount)
      return 'MONEY_NOT_ENOUGH';
    this.#keys.set(key, fingerprint);
    this.#taken.add(reference);
    if (line.phase === 'hold') debit.held += amount;
    if (line.phase === 'post' || line.phase === 'void') debit.held -= amount;
    if (line.phase === 'single' || line.phase === 'post') {
      debit.posted -= amount;
      credit.posted += amount;
    }
    return 'ok';
  }
}

/**
 * Writes batches beside a model of plain arithmetic.
 * @returns the differences between ledger and model; empty when they agree
 */
export async function runBatchesBesideModel(db: Db, history: Item[][]): Promise<string[]> {
  const accounts = await makeAccounts(db);
  const model = new Model(accounts);
  const differences: string[] = [];
  let nextKey = 0;
  const newKey = () => {
    nextKey += 1;
    return keyFrom('batch', String(accounts[0]?.id), String(nextKey));
  };

  for (const [nth, items] of history.entries()) {
    const lines: Line[] = [];
    for (const one of items) {
      const line = lineOf(one, accounts, [...model.booked], lines, newKey);
      if (line !== undefined) lines.push(line);
    }
    const expected = model.expect(lines);
    const results = await postBatch(db, lines);
    for (const [place, line] of lines.entries()) {
      const result = results[place];
      const outcome = outcomeOf(result);
      if (outcome !== expected[place])
        differences.push(
          `batch ${nth}, item ${place} ${line.phase}: ${outcome}, expected ${expected[place]}`,
        );
      if (outcome === 'ok') {
        const { id, debit, credit, amount } = result as Posted;
        model.booked.set(id, { line, debit, credit, amount });
      }
    }
  }
  await db.transaction().execute(async (trx) => {
    for (const account of accounts) {
      const { posted, held } = await balance(trx, account.id);
      if (posted !== account.posted || held !== account.held)
        differences.push(
          `account ${account.id}: ${posted} posted, ${held} held; the model has ${account.posted}, ${account.held}`,
        );
    }
  });
  return differences;
}

function lineOf(
  { kind, from, to, amount: satang, target }: Item,
  accounts: ModelAccount[],
  booked: [bigint, Booked][],
  earlier: Line[],
  newKey: () => string,
): Line | undefined {
  const debit = accounts[from] as ModelAccount;
  const credit = accounts[to] as ModelAccount;
  const amount = BigInt(satang);
  const command = { ...by, key: newKey(), code: 'move', debit: debit.id, credit: credit.id, amount };
  const twin = earlier[target % Math.max(earlier.length, 1)];
  const [id, past] = booked[target % Math.max(booked.length, 1)] ?? [];
  const other = (line: Line): Line => ({ ...line, cause: 'another' });
  switch (kind) {
    case 'post':
      return debit === credit ? undefined : transferLine(command);
    case 'hold':
      return debit === credit || !debit.strict ? undefined : holdLine(command);
    case 'twin':
      return twin;
    case 'otherTwin':
      return twin && other(twin);
    case 'again':
      return past?.line;
    case 'mismatch':
      return past && other(past.line);
    case 'postHold':
    case 'voidHold': {
      if (id === undefined || past?.line.phase !== 'hold') return undefined;
      const resolve = { ...by, key: command.key, pendingId: id, code: 'move' };
      return kind === 'postHold' ? postHoldLine(resolve) : voidHoldLine(resolve);
    }
    case 'reverse':
      if (id === undefined || (past?.line.phase !== 'single' && past?.line.phase !== 'post'))
        return undefined;
      return reversalLine({ ...by, key: command.key, postingId: id, code: 'reversal' });
  }
}

function outcomeOf(result: Posted | Error | undefined): string {
  if (result instanceof AlreadyResolvedError) return 'resolved';
  if (result instanceof AppError) return result.code;
  if (result instanceof Error || result === undefined) return String(result);
  return result.replayed ? 'replayed' : 'ok';
}

/**
 * Many parallel connections write batches over few accounts, each in its own order, with keys that occur in two
 * batches, and single postings over the same accounts.
 * @returns unexpected errors, and the findings of verify
 */
export async function runBatchesConcurrently(db: Db, owner: Db, rounds: number): Promise<string[]> {
  const accounts = await makeAccounts(db);
  const house = accounts[4] as ModelAccount;
  const wallets = accounts.slice(0, 4);
  const problems: string[] = [];
  const move = (key: string, debit: ModelAccount, credit: ModelAccount, amount: bigint) => ({
    ...by,
    key: keyFrom('concurrent', String(house.id), key),
    code: 'move',
    debit: debit.id,
    credit: credit.id,
    amount,
  });
  await postBatch(
    db,
    wallets.map((wallet, nth) => transferLine(move(`open ${nth}`, house, wallet, 1_000n))),
  );
  for (let round = 0; round < rounds; round += 1) {
    const attempts = Array.from({ length: 12 }, async (_, nth) => {
      const lines = Array.from({ length: 8 }, (_line, place) => {
        // Two batches share each key.
        const pair = nth % 6;
        const own = (pair + place) % 4;
        const from = wallets[own] as ModelAccount;
        // The other account of the member, else the house.
        const to = place % 3 === 2 ? house : (wallets[own ^ 1] as ModelAccount);
        const command = move(`${round}/${pair}/${place}`, from, to, 60n);
        return place % 4 === 3 ? holdLine({ ...command, amount: 5n }) : transferLine(command);
      });
      if (nth % 2 === 1) lines.reverse();
      for (const result of await postBatch(db, lines)) {
        const outcome = outcomeOf(result);
        if (!['ok', 'replayed', 'MONEY_NOT_ENOUGH'].includes(outcome)) problems.push(outcome);
      }
    });
    const singles = Array.from({ length: 4 }, (_, nth) =>
      db
        .transaction()
        .execute((trx) =>
          post(
            trx,
            move(
              `${round} single ${nth}`,
              wallets[nth] as ModelAccount,
              wallets[nth ^ 1] as ModelAccount,
              BigInt(1 + ((round + nth) % 49)),
            ),
          ),
        ),
    );
    for (const end of await Promise.allSettled([...attempts, ...singles])) {
      if (end.status === 'rejected' && (end.reason as AppError).code !== 'MONEY_NOT_ENOUGH')
        problems.push(String(end.reason));
    }
  }
  problems.push(...(await verify(owner)).map(({ check, detail }) => `${check}: ${detail}`));
  return problems;
}
