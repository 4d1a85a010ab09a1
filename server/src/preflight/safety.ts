import type { SAFETY_CHECKS } from '@krapao/contract/preflight/safety';
import { marksOf } from '../siteMarks.ts';
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
    const unsound = marks.get('ledger.unsound');
    if (unsound !== undefined && (sound === undefined || unsound < sound)) return { finding: 'unsound' };
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
};
