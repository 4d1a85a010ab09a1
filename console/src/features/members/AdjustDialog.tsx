import { bahtText } from '@krapao/ui/money.ts';
import { Alert, Button, Group, Modal, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MoneyInput } from '../../components/MoneyInput.tsx';
import { OwnMoneyNotice, useOwnMoney } from '../../components/OwnMoneyNotice.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client, isCode, mayPass } from '../../lib/api.ts';
import { useSelf } from '../../lib/self.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import {
  type AdjustForm,
  type Adjustment,
  adjustView,
  beginAdjustment,
  endAdjustment,
  isRefused,
  sentAdjustment,
} from './adjustForm.ts';
import type { MemberDetail } from './MemberPage.tsx';

const CODES = [
  'MISSING_DEPOSIT',
  'GOODWILL',
  'OPERATOR_ERROR',
  'PROVIDER_CORRECTION',
  'FRAUD',
  'OTHER',
] as const satisfies readonly Adjustment['reasonCode'][];

interface Props {
  detail: MemberDetail;
  onClose: () => void;
}

/** Adds money to the wallet or takes it. One adjustment is made once, however often it is sent, also from another dialog. */
export function AdjustDialog({ detail, onClose }: Props) {
  const t = useT();
  const { member, money } = detail;
  const { self } = useSelf();
  const subject = `${self?.id}/${member.id}`;
  const [begun, setBegun] = useState(() => beginAdjustment(subject));
  const { form } = begun;
  const { data: standing } = useOwnMoney(member.id);
  const { baht, amount, needsSecond, asked } = adjustView(form, standing);
  const enter = (entered: Partial<AdjustForm>) => setBegun({ ...begun, form: { ...form, ...entered } });
  const adjust = useLimitedAction(send, { done: t('members.adjust.done'), onDone: onClose });

  async function send(body: Adjustment) {
    sentAdjustment(subject, begun);
    try {
      const params = { id: member.id };
      const answer = await client('POST /api/console/members/:id/adjust', {
        params,
        body,
        idempotencyKey: begun.key,
      });
      endAdjustment(subject);
      return answer;
    } catch (error) {
      if (isRefused(error)) {
        endAdjustment(subject);
        setBegun({ ...begun, isUnanswered: false });
      }
      // The form shows what was sent first, because that may be booked.
      else if (isCode(error, 'IDEMPOTENCY_MISMATCH') || mayPass(error)) setBegun(beginAdjustment(subject));
      // Refused before anything was done, as without a new two-factor code.
      else if (!begun.isUnanswered) endAdjustment(subject);
      throw error;
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (asked) adjust.mutate(asked);
  }

  return (
    <Modal opened onClose={onClose} title={`${t('members.adjust')} · ${member.name}`}>
      <form onSubmit={submit}>
        <Text className="num" mb="md">
          {t('members.adjust.wallet', { amount: bahtText(money.available) })}
        </Text>
        {begun.isUnanswered && (
          <Alert color="yellow" mb="md" role="status">
            {t('members.adjust.unanswered')}
          </Alert>
        )}
        <SegmentedControl
          fullWidth
          aria-label={t('members.adjust.direction')}
          value={form.isIn ? 'in' : 'out'}
          onChange={(value) => enter({ isIn: value === 'in' })}
          data={[
            { value: 'in', label: `+ ${t('members.adjust.in')}` },
            { value: 'out', label: `− ${t('members.adjust.out')}` },
          ]}
          mb="md"
        />
        <MoneyInput
          label={t('members.adjust.amount')}
          value={form.size}
          onChange={(size) => enter({ size })}
          min={0}
          max={100_000_000}
          data-autofocus
          mb="md"
        />
        <NativeSelect
          label={<span>{t('members.adjust.code')}</span>}
          value={form.reasonCode}
          onChange={(event) =>
            enter({ reasonCode: CODES.find((code) => code === event.currentTarget.value) ?? 'OTHER' })
          }
          data={CODES.map((code) => ({ value: code, label: t(`adjustments.code.${code}`) }))}
          mb="md"
        />
        <ReasonField value={form.reason} onChange={(reason) => enter({ reason })} />
        <OwnMoneyNotice amount={baht} memberId={member.id} />
        <Group grow preventGrowOverflow={false} mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={asked === null} loading={adjust.isPending}>
            {t(needsSecond ? 'members.adjust.ask' : 'members.adjust.now', { amount: bahtText(amount) })}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
