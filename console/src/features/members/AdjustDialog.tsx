import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import { bahtText } from '@krapao/ui/money.ts';
import { randomKey } from '@krapao/ui/randomKey.ts';
import { Button, Group, Modal, NativeSelect, NumberInput, SegmentedControl, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { limitBeyond, OwnMoneyNotice, useOwnMoney } from '../../components/OwnMoneyNotice.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import type { MemberDetail } from './MemberPage.tsx';

type Adjust = Contract['POST /api/console/members/:id/adjust'];
type ReasonCode = BodyOf<Adjust>['reasonCode'];

const CODES = [
  'MISSING_DEPOSIT',
  'GOODWILL',
  'OPERATOR_ERROR',
  'PROVIDER_CORRECTION',
  'FRAUD',
  'OTHER',
] as const satisfies readonly ReasonCode[];

interface Props {
  detail: MemberDetail;
  onClose: () => void;
}

/** Adds money to the wallet or takes it. One open dialog is one adjustment, however often it is sent. */
export function AdjustDialog({ detail, onClose }: Props) {
  const t = useT();
  const { member, money } = detail;
  const [idempotencyKey] = useState(randomKey);
  const [isIn, setIsIn] = useState(true);
  const [size, setSize] = useState<string | number>('');
  const [reasonCode, setReasonCode] = useState<ReasonCode>('MISSING_DEPOSIT');
  const [reason, setReason] = useState('');
  const amount = isIn ? Number(size) : -Number(size);
  const { data: standing } = useOwnMoney(member.id);
  const needsSecond = standing !== undefined && limitBeyond(standing, Number(size)) !== undefined;
  const adjust = useLimitedAction(
    (body: BodyOf<Adjust>) =>
      client('POST /api/console/members/:id/adjust', { params: { id: member.id }, body, idempotencyKey }),
    { done: t('members.adjust.done'), onDone: onClose },
  );
  const isComplete = Number(size) > 0 && reason.trim() !== '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) adjust.mutate({ amount, reasonCode, reason: reason.trim() });
  }

  return (
    <Modal opened onClose={onClose} title={`${t('members.adjust')} · ${member.name}`}>
      <form onSubmit={submit}>
        <Text className="num" mb="md">
          {t('members.adjust.wallet', { amount: bahtText(money.available) })}
        </Text>
        <SegmentedControl
          fullWidth
          aria-label={t('members.adjust.direction')}
          value={isIn ? 'in' : 'out'}
          onChange={(value) => setIsIn(value === 'in')}
          data={[
            { value: 'in', label: `+ ${t('members.adjust.in')}` },
            { value: 'out', label: `− ${t('members.adjust.out')}` },
          ]}
          mb="md"
        />
        <NumberInput
          label={t('members.adjust.amount')}
          value={size}
          onChange={setSize}
          min={0}
          max={100_000_000}
          allowNegative={false}
          decimalScale={2}
          thousandSeparator=","
          hideControls
          data-autofocus
          mb="md"
        />
        <NativeSelect
          label={t('members.adjust.code')}
          value={reasonCode}
          onChange={(event) =>
            setReasonCode(CODES.find((code) => code === event.currentTarget.value) ?? 'OTHER')
          }
          data={CODES.map((code) => ({ value: code, label: t(`adjustments.code.${code}`) }))}
          mb="md"
        />
        <ReasonField value={reason} onChange={setReason} />
        <OwnMoneyNotice amount={Number(size)} memberId={member.id} />
        <Group grow mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={!isComplete} loading={adjust.isPending}>
            {t(needsSecond ? 'members.adjust.ask' : 'members.adjust.now', { amount: bahtText(amount) })}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
