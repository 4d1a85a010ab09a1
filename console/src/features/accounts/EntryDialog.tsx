import type { Contract } from '@krapao/contract/api/index';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import type { BodyOf } from '@krapao/contract/endpoint';
import { randomKey } from '@krapao/ui/randomKey.ts';
import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { MoneyInput } from '../../components/MoneyInput.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { fieldTime, momentOf } from '../../lib/bangkokInput.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import type { Account } from './AccountsPage.tsx';

type Entry = BodyOf<Contract['POST /api/console/cash']>;

const KINDS = ['TRANSFER', 'FEE', 'IN', 'OUT', 'OPENING'] as const satisfies readonly Entry['kind'][];
const HAS_FROM: readonly Entry['kind'][] = ['TRANSFER', 'FEE', 'OUT'];
const HAS_TO: readonly Entry['kind'][] = ['TRANSFER', 'IN', 'OPENING'];

interface Props {
  accounts: readonly Account[];
  /** The account that the dialog was opened for. */
  first: Account | undefined;
  onClose: () => void;
}

/** Enters a transfer between own accounts, a fee, money from or to the outside, or an opening balance; once. */
export function EntryDialog({ accounts, first, onClose }: Props) {
  const t = useT();
  const [key] = useState(randomKey);
  const [kind, setKind] = useState<Entry['kind']>('TRANSFER');
  const [from, setFrom] = useState(first?.id ?? accounts[0]?.id ?? '');
  const [to, setTo] = useState(accounts.find(({ id }) => id !== from)?.id ?? '');
  const [counterpart, setCounterpart] = useState('');
  const [amount, setAmount] = useState<number | string>('');
  const [fee, setFee] = useState<number | string>('');
  const [reference, setReference] = useState('');
  const [time, setTime] = useState(() => fieldTime(Date.now()));
  const [reason, setReason] = useState('');
  const enter = useLimitedAction(
    (body: Entry) => client('POST /api/console/cash', { body, idempotencyKey: key }),
    { done: t('accounts.entered'), onDone: onClose },
  );
  const [hasFrom, hasTo] = [HAS_FROM.includes(kind), HAS_TO.includes(kind)];
  const movedAt = momentOf(time);
  const about = accounts.find(({ id }) => id === (hasFrom ? from : to));
  const today = bangkokDay(Date.now());
  const { data: days } = useQuery({
    queryKey: ['accounts', 'days', { from: today, to: today }],
    queryFn: () => client('POST /api/console/accounts/days', { body: { from: today, to: today } }),
  });
  const isOutside = (kind === 'IN' || kind === 'OUT') && about?.currency === 'THB';
  const houses = isOutside ? (days?.places ?? []).filter((place) => place.kind !== 'ACCOUNT') : [];
  const isMissing =
    movedAt === undefined ||
    reason.trim() === '' ||
    (kind === 'FEE' ? fee === '' : amount === '') ||
    (hasFrom && hasTo && from === to);

  /** A kind with one account keeps the account that the dialog is about. */
  function choose(next: Entry['kind']) {
    setKind(next);
    if (!HAS_FROM.includes(next) && HAS_FROM.includes(kind)) setTo(from);
    if (HAS_FROM.includes(next) && !HAS_FROM.includes(kind)) {
      setFrom(to);
      setTo(accounts.find(({ id }) => id !== to)?.id ?? '');
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isMissing) return;
    enter.mutate({
      kind,
      from: hasFrom ? from : null,
      to: hasTo ? to : null,
      ...(houses.length > 0 && counterpart !== '' && { counterpart }),
      amount: kind === 'FEE' ? 0 : Number(amount),
      fee: kind === 'OPENING' ? 0 : Number(fee || 0),
      reference: reference.trim(),
      movedAt,
      reason: reason.trim(),
    });
  }

  const choices = accounts.map(({ id, bankCode, accountNo, currency }) => ({
    value: id,
    label: `${bankCode} ${accountNo} · ${currency === 'LAK' ? '₭' : '฿'}`,
  }));
  const prefix = about?.currency === 'LAK' ? '₭' : '฿';
  return (
    <Modal opened onClose={onClose} title={t('accounts.enter')}>
      <form onSubmit={submit} className="account-form">
        <NativeSelect
          label={<span>{t('accounts.kind')}</span>}
          value={kind}
          onChange={(event) => choose(KINDS.find((one) => one === event.currentTarget.value) ?? 'TRANSFER')}
          data={KINDS.map((one) => ({ value: one, label: t(`accounts.kind.${one}`) }))}
          data-autofocus
        />
        {hasFrom && (
          <NativeSelect
            label={<span>{t(kind === 'FEE' ? 'accounts.account' : 'accounts.from')}</span>}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
            data={choices}
          />
        )}
        {hasTo && (
          <NativeSelect
            label={<span>{t(kind === 'OPENING' ? 'accounts.account' : 'accounts.to')}</span>}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            data={choices}
          />
        )}
        {houses.length > 0 && (
          <NativeSelect
            label={<span>{t(kind === 'IN' ? 'accounts.fromWhere' : 'accounts.toWhere')}</span>}
            value={counterpart}
            onChange={(event) => setCounterpart(event.currentTarget.value)}
            data={[
              { value: '', label: t('accounts.outside') },
              ...houses.map(({ id, title }) => ({ value: id, label: title })),
            ]}
          />
        )}
        {kind !== 'FEE' && (
          <MoneyInput
            label={t(kind === 'OPENING' ? 'accounts.told' : 'accounts.amount')}
            sign={prefix}
            value={amount}
            onChange={setAmount}
            allowNegative={kind === 'OPENING'}
          />
        )}
        {kind !== 'OPENING' && (
          <MoneyInput label={t('accounts.fee')} sign={prefix} value={fee} onChange={setFee} />
        )}
        <TextInput
          type="datetime-local"
          label={<span>{t('accounts.at')}</span>}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
        <TextInput
          label={<span>{t('accounts.reference')}</span>}
          value={reference}
          maxLength={60}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <ReasonField value={reason} onChange={setReason} />
        <Group grow preventGrowOverflow={false}>
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={isMissing} loading={enter.isPending}>
            {t('accounts.store')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
