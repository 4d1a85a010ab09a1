import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import {
  CHECKS,
  type CheckId,
  type CommonFinding,
  checksOf,
  PREFLIGHT_GROUPS,
  type PreflightGroup,
  stateOf,
} from '@krapao/contract/preflight';
import { machineClock } from '../clock.ts';
import type { LiveConnection } from '../providers/connections/connections.ts';
import type { TestResult } from '../providers/connections/driver.ts';
import type { AnyJudgement, Judges, Run, Site } from './judge.ts';
import { judgeMachine } from './machine.ts';
import { judgeMoney } from './money.ts';
import { judgePeople } from './people.ts';
import { type Probe, probeSite } from './probe.ts';
import { judgeSafety } from './safety.ts';
import { judgeServices } from './services.ts';
import { judgeTexts } from './texts.ts';

export type CheckResult = ResponseOf<Contract['GET /api/console/preflight']>['checks'][number];

const JUDGES: Judges<CheckId> = {
  ...judgeMachine,
  ...judgePeople,
  ...judgeServices,
  ...judgeMoney,
  ...judgeTexts,
  ...judgeSafety,
};

/** A little more than a slow maker, and than a lost public address. */
const GIVEN_UP_MS = 20_000;

export interface PreflightOptions {
  groups?: readonly PreflightGroup[] | undefined;
  /** Told of checks that broke. */
  report?: (error: unknown, about: object) => void;
  /** Milliseconds after which a check is given up. */
  givenUpMs?: number;
}

/** Judges what a site needs before real money, all at once: a check that hangs or breaks stops no other. */
export async function preflight(site: Site, options: PreflightOptions = {}): Promise<CheckResult[]> {
  const { groups = PREFLIGHT_GROUPS, report = () => undefined, givenUpMs = GIVEN_UP_MS } = options;
  const run = runOf(site);
  return Promise.all(
    groups.flatMap((group) => checksOf(group).map((id) => judged(run, group, id, { report, givenUpMs }))),
  );
}

function runOf(site: Site): Run {
  let probed: Promise<Probe> | undefined;
  const tests = new Map<string, Promise<TestResult>>();
  const { connections, config, secrets } = site;
  return {
    ...site,
    probe: () => {
      probed ??= probeSite(config.publicUrl, secrets.probe);
      return probed;
    },
    test: (connection) => {
      if (connection.port.test === undefined) return undefined;
      const known = tests.get(connection.id) ?? testOf(connections, connection);
      tests.set(connection.id, known);
      return known;
    },
  };
}

function testOf(connections: Site['connections'], connection: LiveConnection): Promise<TestResult> {
  const broken: TestResult = { ok: false, trouble: 'BAD_ANSWER', detail: '' };
  return connections
    .ask(
      connection,
      'test',
      async (port) => (await port.test?.()) ?? broken,
      (told) => (told.ok ? { trouble: null, quotaLeft: told.quotaLeft } : { trouble: told.trouble }),
    )
    .catch(() => broken);
}

async function judged(
  run: Run,
  group: PreflightGroup,
  id: CheckId,
  { report, givenUpMs }: Required<Pick<PreflightOptions, 'report' | 'givenUpMs'>>,
): Promise<CheckResult> {
  const began = performance.now();
  const {
    finding,
    values = {},
    page = CHECKS[id].page,
  } = await inTime(JUDGES[id](run), givenUpMs).catch((error) => {
    report(error, { check: id });
    return { finding: 'broken' satisfies CommonFinding } as AnyJudgement;
  });
  return {
    id,
    group,
    severity: CHECKS[id].severity,
    state: stateOf(id, finding),
    finding,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    page,
    tookMs: Math.round(performance.now() - began),
  };
}

async function inTime(judgement: Promise<AnyJudgement>, ms: number): Promise<AnyJudgement> {
  const stop = new AbortController();
  const late = machineClock
    .sleep(ms, { signal: stop.signal })
    .then((): AnyJudgement => ({ finding: 'late' satisfies CommonFinding }));
  try {
    return await Promise.race([judgement, late]);
  } finally {
    stop.abort();
  }
}
