import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { moneyText } from '@krapao/ui/kip.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Alert } from '@mantine/core';
import { Link } from 'wouter';
import { Facts } from '../../../components/Facts.tsx';
import { useT, wordsOr } from '../../../i18n/i18n.ts';
import { memberPath } from '../../../lib/paths.ts';

type Tried = ResponseOf<Contract['POST /api/console/feeds/:id/try']>;
type Report = NonNullable<Tried['report']>;
type Nearest = NonNullable<Tried['nearest']>;

/** What was read of a notice and whose money it would be, or why nothing was read. */
export function TriedNotice({ tried: { reading, report, nearest }, from }: { tried: Tried; from: string }) {
  const t = useT();
  if (report !== null)
    return (
      <Alert
        color={report.isConfirmed ? 'teal' : 'yellow'}
        title={t('feeds.read.report', { amount: moneyText(report.amount, report.currency) })}
      >
        {!report.isConfirmed && <p>{t('feeds.read.assumed')}</p>}
        {!report.namesBank && <p>{t('feeds.read.noBank')}</p>}
        <ReportFacts report={report} />
      </Alert>
    );
  if (reading === 'stranger')
    return (
      <Alert color="red" title={t('feeds.read.stranger', { from })}>
        {t('feeds.read.strangerHint')}
      </Alert>
    );
  return (
    <Alert color="yellow" title={t('feeds.read.other')}>
      {nearest === null ? t('feeds.read.otherHint') : <Understood nearest={nearest} />}
    </Alert>
  );
}

function ReportFacts({ report }: { report: Report }) {
  const t = useT();
  const { bank, account, depositAccount, isUnclear, sender, sentAt, hasTime, balance, member, note } = report;
  const shown = [bank, account].filter(Boolean).join(' ');
  const time = dateTimeText(sentAt);
  return (
    <Facts
      rows={[
        [
          t('feeds.read.account'),
          depositAccount !== null ? (
            <span
              key="account"
              translate="no"
            >{`${depositAccount.bankCode} ${depositAccount.accountNo}`}</span>
          ) : (
            t(isUnclear ? 'feeds.read.accountUnclear' : 'feeds.read.accountNone', { shown })
          ),
        ],
        [
          t('feeds.read.sender'),
          sender ? (
            <span key="sender" translate="no">
              {sender}
            </span>
          ) : (
            t('feeds.read.senderNone')
          ),
        ],
        [t('feeds.read.time'), hasTime ? time : t('feeds.read.noTime', { time })],
        [t('feeds.read.balance'), balance === null ? '–' : moneyText(balance, report.currency)],
        [
          t('feeds.read.member'),
          member !== null ? (
            <Link translate="no" key="member" href={memberPath(member.id)}>
              {member.name}
            </Link>
          ) : note === null ? (
            t('feeds.read.nobody')
          ) : (
            t('feeds.read.nobodyWhy', { why: wordsOr(`incoming.note.${note}`, note) })
          ),
        ],
      ]}
    />
  );
}

/** The text with a mark where it leaves the nearest known form, and what that form has there. */
function Understood({ nearest: { bank, form, read, unread, expected } }: { nearest: Nearest }) {
  const t = useT();
  if (expected === '' && unread === '') return <p>{t('feeds.read.impossible')}</p>;
  return (
    <>
      <p>{t('feeds.read.until')}</p>
      <p className="makers-words">
        <span>{read}</span>
        <mark>{unread || '…'}</mark>
      </p>
      <p>{expected === '' ? t('feeds.read.longer') : t('feeds.read.expected', { expected })}</p>
      <p className="muted makers-words">{`${bank}: ${form}`}</p>
    </>
  );
}
