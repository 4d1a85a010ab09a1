import type { Trouble } from '@krapao/contract/connections';
import { expect, test } from 'vitest';
import type { Connections, LiveConnection } from '../connections/connections.ts';
import type { SlipLookup, VerifiedSlip } from '../slipVerifier.ts';
import { slipChain } from './slipChain.ts';

const FOUND = {
  status: 'found',
  slip: { transRef: 'r1', sendingBank: '004', amount: 100n, currency: 'THB' } as VerifiedSlip,
} as const;
const unknown = (reason: Trouble): SlipLookup => ({ status: 'unknown', reason });

/** Connections that answer as told, and what was asked of which. */
function world(deciding: Record<string, SlipLookup>, shadows: Record<string, SlipLookup> = {}) {
  const asked: string[] = [];
  const judged: [string, unknown][] = [];
  const make = (answers: Record<string, SlipLookup>) =>
    Object.entries(answers).map(
      ([id, lookup]) =>
        ({
          id,
          driver: 'maker',
          name: `Named ${id}`,
          port: { lookUp: async () => lookup },
        }) as unknown as LiveConnection<'slip'>,
    );
  const connections = {
    deciding: () => make(deciding),
    shadows: () => make(shadows),
    ask: async (connection: LiveConnection<'slip'>, operation: string, work: never, judge: never) => {
      asked.push(`${operation} ${connection.id}`);
      const result = await (work as (port: object) => Promise<SlipLookup>)(connection.port);
      judged.push([connection.id, (judge as (lookup: SlipLookup) => unknown)(result)]);
      return result;
    },
  } as unknown as Connections;
  const look = (beginMs = 1_000, endMs = 2_000) =>
    slipChain(connections, { beginMs, endMs }).lookUp('payload');
  return { asked, judged, look };
}

test('without a connection operators decide', async () => {
  expect(await world({}).look()).toEqual({ status: 'manual' });
});

test.each<Trouble>(['TIMEOUT', 'OUT_OF_QUOTA', 'KEY_REFUSED', 'BAD_ANSWER', 'CONNECTION'])(
  'after %s the next one is asked, and its answer counts',
  async (trouble) => {
    const { asked, look } = world({ one: unknown(trouble), two: FOUND, three: FOUND });
    expect(await look()).toEqual({ ...FOUND, by: { id: 'two', driver: 'maker', name: 'Named two' } });
    expect(asked).toEqual(['lookUp one', 'lookUp two']);
  },
);

test.each<SlipLookup>([
  FOUND,
  { status: 'pending' },
  { status: 'not_found' },
  { status: 'rejected', reason: 'NOT_A_SLIP' },
])('%o is an answer: no other is asked', async (lookup) => {
  const { asked, look } = world({ one: lookup, two: FOUND });
  expect(await look()).toMatchObject(lookup);
  expect(asked).toEqual(['lookUp one']);
});

test('a maker that refuses this call says nothing about the slip', async () => {
  const { judged, look } = world({ one: { status: 'rejected', reason: 'VALIDATION_ERROR' }, two: FOUND });
  expect(await look()).toMatchObject(FOUND);
  expect(judged[0]).toEqual(['one', { trouble: 'REFUSED' }]);
});

test('when all have trouble the slip stays undecided, and no other is asked after the time', async () => {
  expect(await world({ one: unknown('TIMEOUT'), two: unknown('BUSY') }).look()).toMatchObject(
    unknown('BUSY'),
  );
  const { asked, look } = world({ one: unknown('TIMEOUT'), two: FOUND });
  expect(await look(-1)).toMatchObject(unknown('TIMEOUT'));
  expect(asked).toEqual(['lookUp one']);
});

test('a driver that makes many calls is waited for no longer than the lease lasts', async () => {
  const never = new Promise<SlipLookup>(() => {});
  const { judged, look } = world({ one: never as unknown as SlipLookup });
  expect(await look(1_000, 1)).toMatchObject(unknown('TIMEOUT'));
  expect(judged[0]).toEqual(['one', { trouble: 'TIMEOUT' }]);
});

test('a shadow decides nothing; the console learns whether it said the same', async () => {
  const other = { ...FOUND, slip: { ...FOUND.slip, amount: 99n } };
  const { judged, look } = world(
    { one: FOUND },
    { same: FOUND, other, late: unknown('TIMEOUT'), none: { status: 'not_found' } },
  );
  expect(await look()).toMatchObject(FOUND);
  await expect.poll(() => judged.length).toBe(5);
  expect(Object.fromEntries(judged.slice(1))).toEqual({
    same: { trouble: null, agrees: true },
    other: { trouble: null, agrees: false },
    late: { trouble: 'TIMEOUT', agrees: undefined },
    none: { trouble: null, agrees: false },
  });
});
