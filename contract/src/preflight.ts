import type { Language } from './limits.ts';
import type { Advice, CheckDeclaration, CheckState, PreflightGroup, Words } from './preflight/check.ts';
import { MACHINE_CHECKS } from './preflight/machine.ts';
import { MONEY_CHECKS } from './preflight/money.ts';
import { PEOPLE_CHECKS } from './preflight/people.ts';
import { SAFETY_CHECKS } from './preflight/safety.ts';
import { SERVICE_CHECKS } from './preflight/services.ts';
import { TEXT_CHECKS } from './preflight/texts.ts';

export {
  CHECK_STATES,
  type CheckState,
  PREFLIGHT_GROUPS,
  type PreflightGroup,
  SEVERITIES,
  type Severity,
} from './preflight/check.ts';
export { GROUPS } from './preflight/groups.ts';

/** Everything that a site needs before real money, by group. The server judges; command and console show these words. */
export const CHECKS_BY_GROUP = {
  machine: MACHINE_CHECKS,
  people: PEOPLE_CHECKS,
  texts: TEXT_CHECKS,
  money: MONEY_CHECKS,
  services: SERVICE_CHECKS,
  safety: SAFETY_CHECKS,
} as const satisfies Record<PreflightGroup, Record<string, CheckDeclaration>>;

export const CHECKS = {
  ...MACHINE_CHECKS,
  ...PEOPLE_CHECKS,
  ...SERVICE_CHECKS,
  ...MONEY_CHECKS,
  ...TEXT_CHECKS,
  ...SAFETY_CHECKS,
};
export type CheckId = keyof typeof CHECKS;
export const CHECK_IDS = Object.keys(CHECKS) as CheckId[];

export type FindingOf<Id extends CheckId> = keyof (typeof CHECKS)[Id]['findings'] & string;

export function checksOf(group: PreflightGroup): CheckId[] {
  return Object.keys(CHECKS_BY_GROUP[group]) as CheckId[];
}

/** Any check may find these. */
const COMMON: Record<string, Words> = {
  late: {
    en: 'The check took too long and was given up.',
    th: 'ตรวจนานเกินไปจึงหยุด',
    la: 'ກວດດົນເກີນໄປຈຶ່ງຢຸດ',
  },
  broken: {
    en: 'The check itself failed; the log of the server says why.',
    th: 'การตรวจขัดข้อง ดูสาเหตุในบันทึกของเซิร์ฟเวอร์',
    la: 'ການກວດຂັດຂ້ອງ ເບິ່ງສາເຫດໃນບັນທຶກຂອງເຊີບເວີ',
  },
};
export type CommonFinding = 'late' | 'broken';

const declared = (id: CheckId): CheckDeclaration => CHECKS[id];

/** Whether a check keeps a site from real money: what must be in order is not, or nobody could look at it. */
export const keepsClosed = ({ severity, state, finding }: Checked): boolean =>
  severity === 'must' && (state === 'failed' || Object.hasOwn(COMMON, finding));

/** Orders checks: what must be in order stands before what should be. */
export const byIfItMust = (one: Pick<Checked, 'severity'>, other: Pick<Checked, 'severity'>): number =>
  Number(one.severity === 'should') - Number(other.severity === 'should');

interface Checked {
  severity: 'must' | 'should';
  state: CheckState;
  finding: string;
}

export function stateOf(id: CheckId, finding: string): CheckState {
  return declared(id).findings[finding]?.state ?? 'unchecked';
}

type Values = Readonly<Record<string, string>>;

const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** What was found, in words, with its values filled in. */
export function findingText(id: CheckId, finding: string, values: Values, language: Language): string {
  const text = (declared(id).findings[finding]?.words ?? COMMON[finding])?.[language] ?? finding;
  return filled(text, values);
}

/** What to do about what was found: in words, and what is typed on the server. */
export function adviceOn(
  id: CheckId,
  finding: string,
  values: Values,
  language: Language,
): { remedy: string; commands: string[] } {
  const { remedy, commands = [] } = declared(id);
  const own: Advice = declared(id).findings[finding] ?? {};
  return {
    remedy: filled((own.remedy ?? remedy)[language], values),
    commands: (own.commands ?? commands).map((command) => filled(command, values)),
  };
}
