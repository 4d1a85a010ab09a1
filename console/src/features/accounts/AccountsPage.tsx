import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { isAllowed } from '@krapao/contract/permissions';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { PageHead } from '../../components/PageHead.tsx';
import { QueryState } from '../../components/QueryState.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useSelf } from '../../lib/self.ts';
import { AccountCard } from './AccountCard.tsx';
import './accounts.css';
import { BalanceDialog } from './BalanceDialog.tsx';
import { BookDrawer } from './BookDrawer.tsx';
import { ClientMoney } from './ClientMoney.tsx';
import { DifferencesByDay } from './DifferencesByDay.tsx';
import { EntryDialog } from './EntryDialog.tsx';
import { SetApartDialog } from './SetApartDialog.tsx';
import { UnknownPayouts } from './UnknownPayouts.tsx';
import { UsedAgain } from './UsedAgain.tsx';

export type Account = ResponseOf<Contract['GET /api/console/accounts']>['accounts'][number];

/** What arrives changes the accounts without an announcement. */
const AGAIN_MS = 60_000;

type Opened =
  | { what: 'entry'; account: Account | undefined }
  | { what: 'balance' | 'book' | 'apart'; account: Account };

/** Our own money: what has to be there for members, what every place told, and our bank accounts with their day and books. */
export function AccountsPage() {
  const t = useT();
  const { self } = useSelf();
  const mayEnter = self != null && isAllowed(self.role, 'cash.manage');
  const maySetApart = self != null && isAllowed(self.role, 'settings.edit');
  const mayReadReports = self != null && isAllowed(self.role, 'report.read');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const query = useQuery({
    queryKey: ['accounts'],
    queryFn: () => client('GET /api/console/accounts'),
    refetchInterval: AGAIN_MS,
  });
  return (
    <div className="inside">
      <PageHead title={t('accounts.title')}>
        {mayReadReports && <Link href={`${paths.reports}/accounts`}>{t('reports.accounts')}</Link>}
        {mayEnter && (
          <Button onClick={() => setOpened({ what: 'entry', account: undefined })}>
            {t('accounts.enter')}
          </Button>
        )}
      </PageHead>
      <ClientMoney />
      <DifferencesByDay mayEnter={mayEnter} />
      <UsedAgain />
      <QueryState query={query}>
        {({ accounts, unknownPayouts }) => (
          <>
            <UnknownPayouts payouts={unknownPayouts} />
            {accounts.length === 0 && <p className="muted">{t('accounts.none')}</p>}
            {accounts.map((account) => (
              <AccountCard
                key={account.id}
                account={account}
                mayEnter={mayEnter}
                maySetApart={maySetApart}
                mayReadReports={mayReadReports}
                onOpen={(what) => setOpened({ what, account })}
              />
            ))}
            {opened?.what === 'entry' && (
              <EntryDialog accounts={accounts} first={opened.account} onClose={close} />
            )}
          </>
        )}
      </QueryState>
      {opened?.what === 'balance' && <BalanceDialog places={[placeOf(opened.account)]} onClose={close} />}
      {opened?.what === 'apart' && <SetApartDialog account={opened.account} onClose={close} />}
      {opened?.what === 'book' && <BookDrawer account={opened.account} mayEnter={mayEnter} onClose={close} />}
    </div>
  );
}

const placeOf = ({ id, bankCode, accountNo, currency }: Account) => ({
  id,
  title: `${bankCode} ${accountNo}`,
  currency,
});
