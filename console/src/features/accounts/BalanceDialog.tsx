import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MoneyInput } from '../../components/MoneyInput.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { fieldTime, momentOf } from '../../lib/bangkokInput.ts';
import { useAction } from '../../lib/useAction.ts';

interface Props {
  /** Of which one is chosen; a single one is in the title. */
  places: readonly { id: string; title: string; currency: string }[];
  onClose: () => void;
}

/** The balance that a bank, a gateway or the house of a game shows for us at a time. */
export function BalanceDialog({ places, onClose }: Props) {
  const t = useT();
  const [chosen, setChosen] = useState(places[0]?.id ?? '');
  const place = places.find(({ id }) => id === chosen);
  const isSingle = places.length === 1;
  const [balance, setBalance] = useState<number | string>('');
  const [time, setTime] = useState(() => fieldTime(Date.now()));
  const [note, setNote] = useState('');
  const at = momentOf(time);
  const store = useAction(
    (body: { balance: number; at: string; note?: string }) =>
      client('POST /api/console/accounts/:id/balance', { params: { id: chosen }, body }),
    { done: t('accounts.stored'), onDone: onClose },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    const words = note.trim();
    if (at !== undefined && typeof balance === 'number')
      store.mutate({ balance, at, ...(words !== '' && { note: words }) });
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${t('accounts.enterBalance')}${isSingle ? ` · ${place?.title}` : ''}`}
    >
      <form onSubmit={submit} className="account-form">
        {!isSingle && (
          <NativeSelect
            label={<span>{t('accounts.place')}</span>}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            {places.map(({ id, title }) => (
              <option key={id} value={id} translate="no">
                {title}
              </option>
            ))}
          </NativeSelect>
        )}
        <MoneyInput
          label={t('accounts.balance')}
          sign={place?.currency === 'LAK' ? '₭' : '฿'}
          value={balance}
          onChange={setBalance}
          allowNegative
          data-autofocus
        />
        <TextInput
          type="datetime-local"
          label={<span>{t('accounts.countedAt')}</span>}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
        <TextInput
          label={<span>{t('accounts.note')}</span>}
          value={note}
          maxLength={300}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group grow preventGrowOverflow={false}>
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button
            type="submit"
            disabled={place === undefined || at === undefined || balance === ''}
            loading={store.isPending}
          >
            {t('accounts.store')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
