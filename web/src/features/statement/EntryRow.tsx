import { kipText, rateText } from '@krapao/ui/kip.ts';
import { bahtText, signedBahtText } from '@krapao/ui/money.ts';
import { isLate } from '@krapao/ui/storyKeys.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { EntryMedallion } from '../../components/EntryMedallion.tsx';
import { Status } from '../../components/Status.tsx';
import { StoryRow } from '../../components/StoryRow.tsx';
import { ageText } from '../../i18n/ageText.ts';
import { useT } from '../../i18n/i18n.ts';
import { activityOf, type StatementEntry, signOf } from '../../lib/statementEntry.ts';

interface EntryRowProps {
  entry: StatementEntry;
  now: number;
  nameOf: (place: string) => string;
}

/** One transaction (STM-02). A failed amount is struck through. */
export function EntryRow({ entry, now, nameOf }: EntryRowProps) {
  const t = useT();
  const sign = signOf(entry.statementType);
  const failed = entry.status === 'FAILED';
  const activity = activityOf(entry, nameOf);
  const amountColour = failed ? 'text-ink-3 line-through' : sign === '+' ? 'text-jade' : '';
  return (
    <li className="p-0!">
      <StoryRow id={entry._id} className="row-open items-start">
        <EntryMedallion type={entry.statementType} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <span className="font-semi">{t(`statement.${entry.statementType}`)}</span>
            <span
              translate="no"
              className={`num text-[length:min(var(--fs-h3),7vw)] leading-normal font-semi ${amountColour}`}
            >
              {/* The amount of a gift link is unknown until it is redeemed. */}
              {entry.amount === 0 && entry.status !== 'SUCCESS' ? '–' : signedBahtText(entry.amount, sign)}
            </span>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            {/* It wraps: cut off, it would not tell which way the money went. */}
            <span className="max-w-full min-w-0 text-small whitespace-normal text-ink-2 wrap-anywhere">
              {activity && ('text' in activity ? activity.text : t('statement.route', activity))}
            </span>
            <span className="ml-auto">
              <Status
                status={entry.status}
                isBeingChecked={entry.isBeingChecked ?? entry.payout?.isBeingChecked}
              />
            </span>
          </div>
          {isLate(entry, now) && <div className="text-caption text-turm">{t('statement.late')}</div>}
          {entry.balanceAfter !== undefined && (
            <div className="num text-caption whitespace-normal text-ink-3">
              {t('statement.balance', { amount: bahtText(entry.balanceAfter) })}
            </div>
          )}
          {entry.play && (
            <div className="num text-caption whitespace-normal text-ink-3">
              {t('statement.rounds', {
                count: entry.play.rounds,
                staked: bahtText(entry.play.staked),
                won: bahtText(entry.play.won),
              })}
            </div>
          )}
          {entry.payout?.kip !== undefined && (
            <div className="num text-caption whitespace-normal text-ink-3">
              {t('statement.kip', kipTexts(entry.payout))}
            </div>
          )}
          {/* The dot between the two is clipped when the second wraps to a new line. */}
          <div className="num overflow-x-clip text-caption whitespace-normal text-ink-3">
            <div className="-ml-3 flex flex-wrap">
              <time className="ml-3" dateTime={entry.createdAt}>
                {dateTimeText(entry.createdAt)}
              </time>
              <span className="flex">
                <span className="w-3 text-center" aria-hidden="true">
                  ·
                </span>
                <span>{ageText(entry.createdAt, now)}</span>
              </span>
            </div>
          </div>
        </div>
      </StoryRow>
    </li>
  );
}

function kipTexts({ kip, kipForBaht }: NonNullable<StatementEntry['payout']>) {
  return { kip: kipText(kip), rate: rateText(kipForBaht ?? 0) };
}
