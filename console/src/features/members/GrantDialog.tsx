import { GRANT_KINDS, type GrantKind } from '@krapao/contract/api/operator/rewardGrants';
import { randomKey } from '@krapao/ui/randomKey.ts';
import { Button, Group, Modal, NativeSelect, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MoneyInput } from '../../components/MoneyInput.tsx';
import { OwnMoneyNotice } from '../../components/OwnMoneyNotice.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';

interface Props {
  member: { id: string; name: string };
  onClose: () => void;
}

/** Gives a bonus, a coupon or coins, with a reason. One dialog gives once, however often it is sent. */
export function GrantDialog({ member, onClose }: Props) {
  const t = useT();
  const [idempotencyKey] = useState(randomKey);
  const [kind, setKind] = useState<GrantKind>('bonus');
  const [size, setSize] = useState<string | number>('');
  const [reason, setReason] = useState('');
  const amount = Number(size) || 0;
  const areCoins = kind === 'coins';
  const isComplete =
    reason.trim() !== '' && amount > 0 && (areCoins ? Number.isInteger(amount) && amount <= 1_000 : true);
  const grant = useLimitedAction(
    () =>
      client('POST /api/console/members/:id/grant', {
        params: { id: member.id },
        body: { kind, amount, reason: reason.trim() },
        idempotencyKey,
      }),
    { done: t('members.grant.done'), onDone: onClose },
  );

  const field = { 'data-autofocus': true, value: size, onChange: setSize, min: 0, mb: 'md' };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) grant.mutate(undefined);
  }

  return (
    <Modal opened onClose={onClose} title={`${t('members.grant')} · ${member.name}`}>
      <form onSubmit={submit}>
        <NativeSelect
          label={<span>{t('members.grant.kind')}</span>}
          description={t(`members.grant.hint.${kind}`)}
          value={kind}
          onChange={(event) =>
            setKind(GRANT_KINDS.find((one) => one === event.currentTarget.value) ?? 'bonus')
          }
          data={GRANT_KINDS.map((value) => ({ value, label: t(`members.grant.kind.${value}`) }))}
          mb="md"
        />
        {areCoins ? (
          <NumberInput
            {...field}
            label={<span>{t('members.grant.coins')}</span>}
            max={1_000}
            allowNegative={false}
            allowDecimal={false}
            thousandSeparator=","
            hideControls
          />
        ) : (
          <MoneyInput {...field} label={t('members.grant.baht')} max={100_000_000} />
        )}
        <ReasonField value={reason} onChange={setReason} />
        {!areCoins && <OwnMoneyNotice amount={amount} memberId={member.id} />}
        <Group grow preventGrowOverflow={false} mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={!isComplete} loading={grant.isPending}>
            {t('members.grant')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
