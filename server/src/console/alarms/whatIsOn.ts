import type { AlarmKind } from '@krapao/contract/alarms';
import { PROMISED } from '@krapao/contract/queues';
import type { AppContext } from '../../context.ts';
import { countedWithin } from '../../http/rateCounter.ts';
import { ledgerState } from '../../ledgerState.ts';
import { OTP_PURSES, otpBudget } from '../../modules/otp/otpTerms.ts';
import { isUnsound, marksOf } from '../../siteMarks.ts';
import { silentFeeds } from '../connections/feeds.ts';
import { failingConnections } from '../connections/showConnections.ts';
import { countQueues } from '../queues/countQueues.ts';

/** Something that is wrong now. */
export interface Trouble {
  kind: AlarmKind;
  subject: string;
  /** Keeps an alarm on, but begins none: one failed call calls nobody. */
  isFaint?: boolean;
}

/** Where the site promises no time, in minutes. */
const UNPROMISED_MINUTES = 60;
/** Of a connection within an hour. */
const FAILURES_LEAST = 3;
const UNSEALED_SECONDS = 600;
/** Of the codes by SMS of an hour or a day, in any of their budgets. */
const USED_SHARE = 0.8;

/** Everything that is wrong now: the one place that decides it. */
export async function whatIsOn({
  db,
  connections,
  settings,
}: Pick<AppContext, 'db' | 'connections' | 'settings'>): Promise<Trouble[]> {
  const promises = settings.get('promises');
  const limits = Object.fromEntries(
    PROMISED.map((name) => [name, promises[name] ?? UNPROMISED_MINUTES]),
  ) as typeof promises;
  const { overdue } = await countQueues(db, { id: 0n, role: 'administrator' }, limits);
  const feeds = await silentFeeds({ db, connections });
  const failing = await failingConnections(db);
  const { unsealedSeconds } = await ledgerState(db);
  const used: Trouble[] = [];
  for (const limit of otpBudget(settings.get('codes'))) {
    const counts = await Promise.all(OTP_PURSES.map((purse) => countedWithin(db, limit, purse)));
    if (Math.max(...counts) >= limit.limit * USED_SHARE)
      used.push({ kind: 'codes', subject: limit.seconds === 3_600 ? 'hour' : 'day' });
  }
  return [
    ...PROMISED.filter((name) => (overdue[name] ?? 0) > 0).map((subject) => ({
      kind: 'queue' as const,
      subject,
    })),
    ...feeds.map(({ id }) => ({ kind: 'feed' as const, subject: id })),
    ...failing.map(({ id, failures }) => ({
      kind: 'connection' as const,
      subject: id,
      isFaint: failures < FAILURES_LEAST,
    })),
    ...(isUnsound(await marksOf(db)) ? [{ kind: 'ledger' as const, subject: 'unsound' }] : []),
    ...(unsealedSeconds > UNSEALED_SECONDS ? [{ kind: 'ledger' as const, subject: 'unsealed' }] : []),
    ...used,
  ];
}
