import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useState } from 'react';
import { Link } from 'wouter';
import { Facts } from '../../components/Facts.tsx';
import { FigureButton } from '../../components/FigureButton.tsx';
import { useRevealed } from '../../components/PrivateData.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { figureTitle } from '../../lib/figureWords.ts';
import { memberPath } from '../../lib/paths.ts';
import { MemberFigure } from './MemberFigure.tsx';
import type { MemberDetail } from './MemberPage.tsx';

/** Since the registration, in reading order. */
const TOTALS = ['deposits', 'withdrawals', 'cost', 'adjustments', 'stake', 'win'] as const;

/** The member's money, activity and identity. */
export function OverviewTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const { member, money, totals, invitedBy } = detail;
  const { bankAccountNo } = useRevealed(member);
  const [opened, setOpened] = useState<(typeof TOTALS)[number]>();
  return (
    <>
      <dl className="figures">
        {(['available', 'inGames', 'inTransfer', 'held'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`members.${part}`)}</dt>
            <dd translate="no" className="num">
              {bahtText(money[part])}
            </dd>
          </div>
        ))}
        {TOTALS.map((figure) => (
          <div key={figure}>
            <dt>{t(figureTitle(figure))}</dt>
            <dd className="num">
              <FigureButton figure={figure} text={bahtText(totals[figure])} onOpen={setOpened} />
            </dd>
          </div>
        ))}
      </dl>
      {opened !== undefined && (
        <MemberFigure memberId={member.id} figure={opened} onClose={() => setOpened(undefined)} />
      )}
      <Facts
        rows={[
          [t('members.account'), `${member.bankCode} ${bankAccountNo}`, 'fixed'],
          [t('members.accountName'), member.bankAccountName, 'fixed'],
          [t('members.since'), dateTimeText(member.createdAt)],
          ...(detail.frozen === null
            ? []
            : [
                [
                  t('members.frozen'),
                  detail.frozen.operatorName === null
                    ? t('members.frozenSince', { time: dateTimeText(detail.frozen.since) })
                    : t('members.frozenBy', {
                        time: dateTimeText(detail.frozen.since),
                        name: detail.frozen.operatorName,
                      }),
                ] as const,
              ]),
          ...(detail.payoutsStopped === null
            ? []
            : [
                [
                  t('members.payoutsStopped'),
                  t('members.payoutsStoppedBy', {
                    time: dateTimeText(detail.payoutsStopped.since),
                    name: detail.payoutsStopped.operatorName,
                    reason: detail.payoutsStopped.reason,
                  }),
                ] as const,
              ]),
          ...detail.pauses
            .filter(({ holds }) => holds)
            .map(
              ({ kind, until }) =>
                [
                  t(kind === 'break' ? 'members.breakUntil' : 'members.excludedUntil'),
                  until === null ? t('members.forEver') : dateTimeText(until),
                ] as const,
            ),
          [t('members.coin'), wholeText(detail.coin)],
          [
            t('members.invitedBy'),
            invitedBy === null ? (
              '–'
            ) : (
              <Link translate="no" key="inviter" href={memberPath(invitedBy.id)}>
                {invitedBy.name}
              </Link>
            ),
          ],
        ]}
      />
      <h2>{t('members.games')}</h2>
      <Rows
        label={t('members.games')}
        rows={detail.games.map((game) => ({ ...game, id: game.provider }))}
        empty={t('members.noGames')}
        columns={[
          { title: t('members.provider'), cell: ({ title }) => title },
          { title: t('members.username'), isFixed: true, cell: ({ username }) => username },
          { title: t('members.amount'), isNumber: true, cell: ({ amount }) => bahtText(amount) },
          {
            title: t('members.toldAt'),
            isNumber: true,
            cell: ({ toldAt }) => (toldAt === null ? '–' : dateTimeText(toldAt)),
          },
        ]}
      />
    </>
  );
}
