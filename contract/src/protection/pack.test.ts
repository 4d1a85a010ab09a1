import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { markOf } from './clause.ts';
import { holds, looserRules, PACK_SCHEMA, type Pack, strictestOf } from './pack.ts';
import { BASE_PACK } from './packs/basePack.ts';
import { READY_PACKS, type ReadyPack } from './packs/readyPacks.ts';
import { DEFAULT_PACK } from './packs/thailandAndLaos.ts';
import { RULE_NAMES, RULES, type RuleName } from './rules.ts';
import { UNENFORCED_RULES } from './unenforced.ts';

const PACKS = Object.entries(READY_PACKS) as [ReadyPack, Pack][];

/** Where the default pack is looser than a confirmed rule of a ready pack. Decision 201 gives the reasons. */
const CONTRADICTIONS: readonly RuleName[] = [
  'idleSession',
  'failedLogins',
  'oneSession',
  'vulnerability',
  'noWelcomeBonus',
];

/** The pack without what no source has confirmed. */
function confirmed(pack: Pack): Pack {
  const unsure = RULE_NAMES.filter((name) => markOf(RULES[name]) !== 'read' || name === 'levels');
  return { ...pack, ...Object.fromEntries(unsure.map((name) => [name, BASE_PACK[name]])) };
}

test('every row of the table is a rule or says why it is none, once', () => {
  const rows = [
    ...RULE_NAMES.flatMap((name) => [...RULES[name].rows]),
    ...Object.values(UNENFORCED_RULES).map(({ row }) => row),
  ];
  expect(rows.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 45 }, (_, at) => at + 1));
});

test('every value of a rule knows which way it is stricter', () => {
  for (const name of RULE_NAMES)
    expect(Object.keys(RULES[name].stricter), name).toEqual(Object.keys(RULES[name].values));
});

test('every ready pack is a valid document', () => {
  for (const [name, pack] of PACKS) expect([...Value.Errors(PACK_SCHEMA, pack)], name).toEqual([]);
});

test('a ready pack asks for a rule exactly if a clause of its jurisdiction does', () => {
  for (const [jurisdiction, pack] of PACKS) {
    if (pack === DEFAULT_PACK) continue;
    for (const name of RULE_NAMES) {
      const isAsked = RULES[name].clauses.some(({ of }) => of === jurisdiction);
      if (name === 'levels' || !('isOn' in pack[name])) continue;
      expect([name, holds(pack, name)], jurisdiction).toEqual([name, isAsked]);
    }
  }
});

test('the default pack is the strictest of the confirmed rules, except for named contradictions', () => {
  const strictest = strictestOf([confirmed(DEFAULT_PACK), ...PACKS.map(([, pack]) => confirmed(pack))]);
  expect(looserRules(DEFAULT_PACK, strictest)).toEqual(CONTRADICTIONS);
});

test('the strictest of several packs is at least as strict as each of them', () => {
  for (const [, one] of PACKS)
    for (const [, other] of PACKS) {
      const both = strictestOf([one, other]);
      expect(looserRules(both, one)).toEqual([]);
      expect(looserRules(both, other)).toEqual([]);
      expect([...Value.Errors(PACK_SCHEMA, both)]).toEqual([]);
    }
});

test('each value is merged in its own direction', () => {
  const { greatBritain, newJersey, thailandAndLaos } = READY_PACKS;
  const merged = strictestOf([thailandAndLaos, greatBritain, newJersey]);
  expect(merged.title).toBe('Thailand and Laos, Great Britain, New Jersey');
  expect(merged.age.years).toBe(21);
  expect(merged.vulnerability.netDepositsSatang).toBe(6_400_00);
  expect(merged.failedLogins).toEqual({ isOn: true, tries: 3 });
  expect(merged.breaks).toEqual({ days: [1, 7, 14, 30, 42], months: [1, 2, 3] });
  expect(merged.exclusion.isForEver).toBe(true);
  expect(merged.levels.level1).toEqual({
    depositMonthSatang: 96_000_00,
    balanceSatang: null,
    payoutMonthSatang: 96_000_00,
  });
});

test('values of a pack that has the rule off do not count', () => {
  const off = { ...BASE_PACK, bonusTurnover: { isOn: false, times: 1 } };
  expect(strictestOf([off, DEFAULT_PACK]).bonusTurnover).toEqual({ isOn: true, times: 10 });
  expect(looserRules(DEFAULT_PACK, off)).toEqual([]);
});

test.each<[RuleName, Partial<Pack>]>([
  ['coolingOff', { coolingOff: { hours: 23 } }],
  ['breaks', { breaks: { days: [1, 7], months: [1, 2, 3] } }],
  ['exclusion', { exclusion: { months: [6, 12, 60], isForEver: false } }],
  ['paidWithin', { paidWithin: { isOn: true, minutes: 121 } }],
  ['register', { register: { isOn: false, hours: 1 } }],
  ['levels', { levels: { ...DEFAULT_PACK.levels, level1: DEFAULT_PACK.levels.level3 } }],
])('a looser %s is noticed', (name, change) => {
  expect(looserRules({ ...DEFAULT_PACK, ...change }, DEFAULT_PACK)).toEqual([name]);
  expect(looserRules(DEFAULT_PACK, { ...DEFAULT_PACK, ...change })).toEqual([]);
});

test('SAFE-15 SAFE-25 a longer interval, and other days of net deposits, are looser', () => {
  const { realityCheck, vulnerability } = DEFAULT_PACK;
  const longest = Math.max(...realityCheck.minutes);
  const changed = (change: Partial<Pack>) =>
    looserRules(
      { ...DEFAULT_PACK, ...change },
      { ...DEFAULT_PACK, vulnerability: { ...vulnerability, isOn: true } },
    );
  const interval = (minutes: number[]) =>
    looserRules(
      { ...DEFAULT_PACK, realityCheck: { ...realityCheck, minutes } },
      { ...DEFAULT_PACK, realityCheck: { ...realityCheck, isOn: true } },
    ).includes('realityCheck');
  expect(interval([...realityCheck.minutes, longest + 1])).toBe(true);
  expect(interval(realityCheck.minutes.filter((one) => one < longest))).toBe(false);
  for (const days of [1, 3_650])
    expect(changed({ vulnerability: { ...vulnerability, isOn: true, days } })).toEqual(['vulnerability']);
});
