import { moneyText } from '@krapao/ui/kip.ts';
import { wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Badge, Button } from '@mantine/core';
import { Link } from 'wouter';
import { useT } from '../../i18n/i18n.ts';
import { statementPath } from '../../lib/paths.ts';
import type { Account } from './AccountsPage.tsx';

interface Props {
  account: Account;
  mayEnter: boolean;
  maySetApart: boolean;
  mayReadReports: boolean;
  onOpen: (what: 'balance' | 'book' | 'entry' | 'apart') => void;
}

/** One account: its state and why it rests, its day, and its balance by our books beside the bank's. */
export function AccountCard({ account, mayEnter, maySetApart, mayReadReports, onOpen }: Props) {
  const t = useT();
  const { id, bankCode, accountNo, accountName, currency, today, rest, restsUntil, told } = account;
  const money = (amount: number) => moneyText(amount, currency);
  const limits = [
    ...(today.limit === null
      ? []
      : [t('accounts.of', { one: money(today.amount), all: money(today.limit) })]),
    ...(today.countLimit === null
      ? []
      : [t('accounts.transfersOf', { one: wholeText(today.count), all: wholeText(today.countLimit) })]),
  ];
  const difference = told?.difference ?? null;
  const state = !account.isActive ? 'off' : rest === null ? 'open' : 'rests';
  return (
    <article className="card own-account" aria-labelledby={`account-${id}`}>
      <header>
        <div className="grow">
          <h2 translate="no" id={`account-${id}`} className="num">
            {`${bankCode} ${accountNo}`}
          </h2>
          <span translate="no" className="muted">
            {accountName}
          </span>
        </div>
        {account.isClientMoney && <Badge color="gold">{t('accounts.isClientMoney')}</Badge>}
        <Badge color={{ off: 'gray', open: 'teal', rests: 'yellow' }[state]}>{t(`accounts.${state}`)}</Badge>
      </header>
      {rest !== null && restsUntil !== null && (
        <p role="note">{t(`accounts.rest.${rest}`, { time: dateTimeText(restsUntil) })}</p>
      )}
      <dl className="own-figures num">
        {(['arrived', 'credited', 'asked'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`accounts.today.${part}`)}</dt>
            <dd translate="no">{money(today[part].amount)}</dd>
            <dd className="muted">{t('accounts.transfers', { count: today[part].count })}</dd>
          </div>
        ))}
        {limits.length > 0 && (
          <div>
            <dt>{t('accounts.limits')}</dt>
            {limits.map((limit) => (
              <dd key={limit}>{limit}</dd>
            ))}
          </div>
        )}
        <div>
          <dt>{t('accounts.expected')}</dt>
          <dd translate="no">
            {account.openedAt === null ? t('accounts.notOpened') : money(account.expected)}
          </dd>
          {account.openedAt !== null && (
            <dd className="muted">{t('accounts.since', { time: dateTimeText(account.openedAt) })}</dd>
          )}
          {account.nobodys.count > 0 && (
            <dd className="muted">{t('accounts.nobodys', { amount: money(account.nobodys.amount) })}</dd>
          )}
        </div>
        <div>
          <dt>{t('accounts.told')}</dt>
          <dd translate="no">{told === null ? '–' : money(told.balance)}</dd>
          {told !== null && <dd className="muted">{dateTimeText(told.at)}</dd>}
        </div>
        <div>
          <dt>{t('accounts.difference')}</dt>
          <dd translate="no" data-bad={difference !== null && difference !== 0 ? '' : undefined}>
            {difference === null ? '–' : money(difference)}
          </dd>
          {told?.expected != null && (
            <dd className="muted">{t('accounts.then', { amount: money(told.expected) })}</dd>
          )}
        </div>
      </dl>
      <footer>
        <Button size="sm" variant="default" onClick={() => onOpen('book')}>
          {t('accounts.book')}
        </Button>
        {mayReadReports && (
          <Button component={Link} href={statementPath(id)} size="sm" variant="default">
            {t('accounts.statement')}
          </Button>
        )}
        {mayEnter && (
          <>
            <Button size="sm" variant="default" onClick={() => onOpen('balance')}>
              {t('accounts.enterBalance')}
            </Button>
            <Button size="sm" variant="default" onClick={() => onOpen('entry')}>
              {t('accounts.enter')}
            </Button>
          </>
        )}
        {maySetApart && (
          <Button size="sm" variant="default" onClick={() => onOpen('apart')}>
            {t(account.isClientMoney ? 'accounts.makeOwn' : 'accounts.setApart')}
          </Button>
        )}
      </footer>
    </article>
  );
}
