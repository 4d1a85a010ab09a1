import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MoneyInput } from '../../components/MoneyInput.tsx';
import { useT } from '../../i18n/i18n.ts';

export interface Count {
  accountId: string;
  counted: number;
}

interface Props {
  verb: 'open' | 'close';
  accounts: readonly { id: string; label: string; currency: string }[];
  /** The ids of accounts that must be counted. */
  needed: readonly string[];
  isBusy: boolean;
  onClose: () => void;
  onCounted: (result: { counts: Count[]; note: string }) => void;
}

/** What the operator counts in each account. It does not show what the books say. */
export function CountDialog({ verb, accounts, needed, isBusy, onClose, onCounted }: Props) {
  const t = useT();
  const [counted, setCounted] = useState<Record<string, number | string>>({});
  const [note, setNote] = useState('');
  const isWhole = needed.every((id) => typeof counted[id] === 'number');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isWhole) return;
    const counts = Object.entries(counted).flatMap(([accountId, value]) =>
      typeof value === 'number' ? [{ accountId, counted: value }] : [],
    );
    onCounted({ counts, note: note.trim() });
  }
  return (
    <Modal opened onClose={onClose} title={t(`shifts.${verb}`)}>
      <form onSubmit={submit}>
        <Text mb="md">{t(`shifts.${verb}Hint`)}</Text>
        {accounts.map(({ id, label, currency }) => (
          <MoneyInput
            key={id}
            label={label}
            sign={currency === 'LAK' ? '₭' : '฿'}
            value={counted[id] ?? ''}
            onChange={(value) => setCounted({ ...counted, [id]: value })}
            required={needed.includes(id)}
            min={-100_000_000_000}
            max={100_000_000_000}
            allowNegative
            mt="sm"
          />
        ))}
        {verb === 'close' && (
          <Textarea
            label={<span>{t('shifts.note')}</span>}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            maxLength={500}
            autosize
            minRows={2}
            mt="sm"
          />
        )}
        <Group grow preventGrowOverflow={false} mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={!isWhole} loading={isBusy}>
            {t(`shifts.${verb}`)}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
