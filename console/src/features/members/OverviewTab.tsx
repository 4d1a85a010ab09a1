import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Link } from 'wouter';
import { Facts } from '../../components/Facts.tsx';
import { Rows } from '../../components/Rows.tsx';
import { useT } from '../../i18n/i18n.ts';
import { memberPath } from '../../lib/paths.ts';
import type { MemberDetail } from './MemberPage.tsx';

/** The member's money, activity and identity. */
export function OverviewTab({ detail }: { detail: MemberDetail }) {
  const t = useT();
  const { member, money, totals, invitedBy } = detail;
  return (
    <>
      <dl className="figures">
        {(
          [
            ['members.available', money.available],
            ['members.inGames', money.inGames],
            ['members.inTransfer', money.inTransfer],
            ['members.held', money.held],
            ['members.deposits', totals.deposits],
            ['members.withdrawals', totals.withdrawals],
            ['members.stake', totals.stake],
            ['members.win', totals.win],
          ] as const
        ).map(([title, amount]) => (
          <div key={title}>
            <dt>{t(title)}</dt>
            <dd translate="no" className="num">
              {bahtText(amount)}
            </dd>
          </div>
        ))}
      </dl>
      <Facts
        rows={[
          [t('members.account'), `${member.bankCode} ${member.bankAccountNo}`, 'fixed'],
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
