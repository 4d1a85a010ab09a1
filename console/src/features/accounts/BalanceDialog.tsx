import { Button, Group, Modal, NumberInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { fieldTime, momentOf } from '../../lib/bangkokInput.ts';
import { useAction } from '../../lib/useAction.ts';
import type { Account } from './AccountsPage.tsx';

/** The balance that the bank shows for an account at a time. */
export function BalanceDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useT();
  const [balance, setBalance] = useState<number | string>('');
  const [time, setTime] = useState(() => fieldTime(Date.now()));
  const at = momentOf(time);
  const store = useAction(
    (body: { balance: number; at: string }) =>
      client('POST /api/console/accounts/:id/balance', { params: { id: account.id }, body }),
    { done: t('accounts.stored'), onDone: onClose },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (at !== undefined && typeof balance === 'number') store.mutate({ balance, at });
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${t('accounts.enterBalance')} · ${account.bankCode} ${account.accountNo}`}
    >
      <form onSubmit={submit} className="account-form">
        <NumberInput
          label={t('accounts.told')}
          prefix={account.currency === 'LAK' ? '₭' : '฿'}
          value={balance}
          onChange={setBalance}
          decimalScale={2}
          thousandSeparator=","
          hideControls
          data-autofocus
        />
        <TextInput
          type="datetime-local"
          label={t('accounts.at')}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
        <Group grow preventGrowOverflow={false}>
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={at === undefined || balance === ''} loading={store.isPending}>
            {t('accounts.store')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
