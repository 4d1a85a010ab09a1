import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { t, wordsOr } from '../i18n/i18n.ts';
import { bankWordsText } from './bankWords.ts';
import { capabilityText, driverFieldText } from './driverWords.ts';

type Approval = ResponseOf<Contract['GET /api/console/approvals']>['items'][number];

/** The requested action. */
export function kindText(kind: Approval['kind']): string {
  return t(`approvals.kind.${kind}`);
}

/** Why one operator is not enough, with the numbers of a limit. */
export function causeText({ code, limit, amount }: Approval['cause']): string {
  return t(`approvals.cause.${code}`, {
    limit: limit === null ? '' : bahtText(limit),
    amount: amount === null ? '' : bahtText(amount),
  });
}

/** What a request is about. Connections, receivers of events and keys have names; their ids say nothing. */
export function subjectText({ subject, facts }: Pick<Approval, 'subject' | 'facts'>): string {
  if (!/^(?:connection|webhook|apiKey|role):/.test(subject)) return subject;
  const name = facts.find((fact) => fact.name === 'name');
  return name?.text ?? String(name?.change?.before ?? subject);
}

/** The label of a request's fact. */
export function factName(name: string): string {
  return wordsOr(`approvals.fact.${name}`, name);
}

/** A fact as text or in baht; codes have their own texts. */
export function factText({ name, text, amount }: Approval['facts'][number]): string {
  return amount === null ? wordOf(name, text ?? '') : bahtText(amount);
}

/** Facts that are codes, and where their words are. */
const CODES: Readonly<Record<string, string>> = {
  reasonCode: 'adjustments.code',
  grantKind: 'members.grant.kind',
  role: 'role',
  outcome: 'transfers.state',
  legDirection: 'transfers.direction',
  memberStatus: 'members.status',
  pauseKind: 'members.pause',
  pauseSource: 'members.pauseSource',
  finding: 'identity.finding',
  findingState: 'approvals.findingState',
  findingFirst: 'identity.maker',
  findingNow: 'identity.maker',
};

/** Facts that are moments, lengths in months, or none. */
const TIMES: ReadonlySet<string> = new Set([
  'exclusion',
  'pauseFrom',
  'pauseUntil',
  'memberSince',
  'breachKnownAt',
  'breachTellBy',
  'breachOffice',
  'breachMembersTold',
  'keyExpires',
]);

function timeText(word: string): string {
  if (word === 'none') return t('approvals.none');
  if (word === 'forEver') return t('members.forEver');
  return /^\d+$/.test(word) ? t('members.months', { count: Number(word) }) : dateTimeText(word);
}

const SWITCHES: ReadonlySet<string> = new Set(['mayLogIn', 'isActive', 'isShadow']);

/** A word of a fact; codes have words of their own. */
export function wordOf(name: string, word: string): string {
  const codes = CODES[name];
  if (codes !== undefined) return wordsOr(`${codes}.${word}`, word);
  if (TIMES.has(name)) return timeText(word);
  if (name === 'findingFits')
    return word
      .split(' · ')
      .map((one) => wordsOr(`identity.fits.${one}`, one))
      .join(', ');
  if (name.startsWith('permissions'))
    return word
      .split(', ')
      .map((one) => wordsOr(`permission.${one}`, one))
      .join(', ');
  if (name === 'caseRules')
    return word
      .split(', ')
      .map((rule) => wordsOr(`cases.rule.${rule}`, rule))
      .join(', ');
  if (name === 'bankSays') return bankWordsText(word);
  if (name === 'capability') return capabilityText(word);
  if (name === 'secretsChanged') return word.split(/,\s*/).map(driverFieldText).join(', ');
  return SWITCHES.has(name) ? t(word === 'true' ? 'app.on' : 'app.off') : word;
}
