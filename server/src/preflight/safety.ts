import type { SAFETY_CHECKS } from '@krapao/contract/preflight/safety';
import { looserRules } from '@krapao/contract/protection/pack';
import { DEFAULT_PACK } from '@krapao/contract/protection/packs/thailandAndLaos';
import { RULES, type RuleName } from '@krapao/contract/protection/rules';
import { barredBonuses } from '../modules/bonus/packRules.ts';
import { unpublishedRules } from '../settings/settings.ts';
import { isUnsound, marksOf } from '../siteMarks.ts';
import type { Judges } from './judge.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** Once a day, with two hours for a slow one. */
const DAILY_HOURS = 26;
const SCRAPE_MINUTES = 10;

const whole = (seconds: number, unit: number) => Math.floor(seconds / unit);

export const judgeSafety: Judges<keyof typeof SAFETY_CHECKS> = {
  async backup({ db }) {
    const seconds = (await marksOf(db)).get('backup.made');
    if (seconds === undefined) return { finding: 'never' };
    const hours = whole(seconds, HOUR);
    return { finding: hours >= DAILY_HOURS ? 'old' : 'yes', values: { hours } };
  },
  async restored({ db }) {
    const seconds = (await marksOf(db)).get('backup.restored');
    return seconds === undefined
      ? { finding: 'never' }
      : { finding: 'yes', values: { days: whole(seconds, DAY) } };
  },
  async ledger({ db }) {
    const marks = await marksOf(db);
    const sound = marks.get('ledger.sound');
    if (isUnsound(marks)) return { finding: 'unsound' };
    if (sound === undefined) return { finding: 'never' };
    const hours = whole(sound, HOUR);
    return { finding: hours >= DAILY_HOURS ? 'old' : 'yes', values: { hours } };
  },
  async alerts({ db, config }) {
    if (config.metricsToken === undefined) return { finding: 'closed' };
    const seconds = (await marksOf(db)).get('metrics.scraped');
    if (seconds === undefined) return { finding: 'never' };
    const minutes = whole(seconds, MINUTE);
    return { finding: minutes > SCRAPE_MINUTES ? 'silent' : 'yes', values: { minutes } };
  },
  async pack({ db, settings }) {
    const rowsOf = (names: readonly RuleName[]) =>
      names
        .flatMap((name) => [...RULES[name].rows])
        .sort((one, other) => one - other)
        .join(', ');
    const later = await unpublishedRules(db);
    if (later.length > 0) return { finding: 'older', values: { rows: rowsOf(later) } };
    const pack = settings.get('protection');
    const looser = looserRules(pack, DEFAULT_PACK);
    if (looser.length > 0) return { finding: 'looser', values: { rows: rowsOf(looser) } };
    if (pack.ownAccountOnly.isOn && settings.get('deposit').thirdPartyPayer === 'credit')
      return { finding: 'credit', page: '/content/setting/deposit' };
    const codes = await barredBonuses(db, pack);
    return codes.length > 0
      ? { finding: 'bonuses', values: { codes: codes.join(', ') }, page: '/content/bonus' }
      : { finding: 'yes' };
  },
};
