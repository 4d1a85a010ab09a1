import type { Elements } from '@krapao/ui/elements.ts';
import { signedBahtText } from '@krapao/ui/money.ts';
import { isLate } from '@krapao/ui/storyKeys.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { EntryMedallion } from '../../components/EntryMedallion.tsx';
import { Link } from '../../components/Link.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { Status } from '../../components/Status.tsx';
import { StoryRow } from '../../components/StoryRow.tsx';
import { ageText } from '../../i18n/ageText.ts';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { serverNow } from '../../lib/serverClock.ts';
import { type StatementEntry, signOf } from '../../lib/statementEntry.ts';

const SHOWN = 4;

/** The newest transactions, for the home screen. */
const activityQuery = queryOptions({
  queryKey: ['statement', 'recent'],
  queryFn: () => client('POST /api/statement', { body: { page: 1, limit: SHOWN } }),
});

const MINUTE_MS = 60_000;

/** The newest transactions beside the wallet. A failure shows nothing (API-07). */
export function RecentActivity({ href }: { href: string }) {
  const t = useT();
  const { data, isPending } = useQuery(activityQuery);
  const now = useNow(MINUTE_MS, serverNow);
  const entries = data?.statements ?? [];
  let content: Elements = <p className="py-3 text-small text-ink-3">{t('home.noActivity')}</p>;
  if (isPending) content = <SkeletonRows count={4} />;
  else if (entries.length > 0)
    content = (
      <ul className="list">
        {entries.map((entry) => (
          <Row key={entry._id} entry={entry} now={now} />
        ))}
      </ul>
    );
  return (
    <section>
      <div className="section-head">
        <h2 className="text-h3">{t('home.activity')}</h2>
        <Link href={href} className="more">
          <span>{t('home.activityAll')}</span>
          <ChevronRight aria-hidden="true" />
        </Link>
      </div>
      {content}
    </section>
  );
}

function Row({ entry, now }: { entry: StatementEntry; now: number }) {
  const t = useT();
  const sign = signOf(entry.statementType);
  const isFailed = entry.status === 'FAILED';
  const colour = sign === '+' && !isFailed ? 'text-jade' : '';
  return (
    <li className="p-0!">
      <StoryRow id={entry._id} className="row-open gap-3! py-[11px]!">
        <EntryMedallion type={entry.statementType} isSmall />
        <div className="min-w-0 flex-1">
          <div className="flex items-center justify-between gap-2">
            <span className="clip text-small font-medium">{t(`statement.${entry.statementType}`)}</span>
            <span
              translate="no"
              className={`num text-small font-semi ${colour} ${isFailed ? 'text-ink-3 line-through' : ''}`}
            >
              {signedBahtText(entry.amount, sign)}
            </span>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <span className="text-caption text-ink-3">{ageText(entry.createdAt, now)}</span>
            <Status status={entry.status} isBeingChecked={entry.payout?.isBeingChecked} />
          </div>
          {isLate(entry, now) && <div className="text-caption text-turm">{t('statement.late')}</div>}
        </div>
      </StoryRow>
    </li>
  );
}
