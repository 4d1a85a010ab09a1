import type { TEXT_CHECKS } from '@krapao/contract/preflight/texts';
import { sql } from 'kysely';
import type { Judges } from './judge.ts';
import { placeholderOf } from './placeholders.ts';
import { shownTexts } from './shownTexts.ts';

const PLACES_MAX = 5;
/** Texts that are only true for a site if somebody has read them. */
const OWN = ['conditions', 'agreements', 'contact'] as const;

export const judgeTexts: Judges<keyof typeof TEXT_CHECKS> = {
  async placeholders({ db, settings }) {
    const texts = await shownTexts(db, settings);
    const found = texts.flatMap(({ place, page, text }) => {
      const placeholder = placeholderOf(text);
      return placeholder === undefined ? [] : [{ place: `${place} “${placeholder}”`, page }];
    });
    const [first] = found;
    if (first === undefined) return { finding: 'yes', values: { count: texts.length } };
    const places = [...new Set(found.map(({ place }) => place))];
    const shown = places.slice(0, PLACES_MAX).join(', ');
    return {
      finding: 'found',
      values: { count: found.length, places: places.length > PLACES_MAX ? `${shown} …` : shown },
      page: first.page,
    };
  },
  async ownTexts({ db }) {
    const { rows } = await sql<{ key: (typeof OWN)[number] }>`
      select distinct on (key) key, actor from setting where key = any(${[...OWN]})
      order by key, version desc`.execute(db);
    const shipped = (rows as { key: string; actor: string }[]).filter(({ actor }) => actor === 'system');
    const [first] = shipped;
    if (first === undefined) return { finding: 'yes' };
    return {
      finding: 'shipped',
      values: { texts: shipped.map(({ key }) => key).join(', ') },
      page: `/content/setting/${first.key}`,
    };
  },
  siteOpen: async ({ settings }) => ({ finding: settings.get('site').isActive ? 'yes' : 'closed' }),
};
