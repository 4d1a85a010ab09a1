import { MEMBER_PRIVATE } from '@krapao/contract/permissions';
import { Button, Group, Modal, NativeSelect, Text } from '@mantine/core';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { client } from '../lib/api.ts';
import { useMay } from '../lib/self.ts';
import { useAction } from '../lib/useAction.ts';
import { ReasonField } from './ReasonField.tsx';

interface Numbers {
  phoneNumber: string;
  bankAccountNo: string;
}

const REASONS = ['call', 'who', 'transfer', 'other'] as const;

/** A member as the server tells of one: masked for who has no part in money or details. */
interface Told extends Numbers {
  id: string;
}

/** Under the masked numbers: once they are others, what was shown is so no longer. */
const keyOf = ({ id, phoneNumber, bankAccountNo }: Told) => ['revealed', id, phoneNumber, bankAccountNo];

/**
 * A member whose telephone and account stand in full once this operator has had them shown, and whether they are masked: the
 * server tells the last digits alone to who has no part in money or details.
 */
export function useRevealed<Member extends Told>(member: Member) {
  const may = useMay();
  const { data } = useQuery<Numbers>({ queryKey: keyOf(member), queryFn: skipToken });
  const isMasked = data === undefined && !MEMBER_PRIVATE.some(may);
  return { ...member, ...data, isMasked };
}

/** Shows a member's telephone and account, with a reason for the audit log. */
export function RevealButton({ member }: { member: Told }) {
  const t = useT();
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [what, setWhat] = useState<(typeof REASONS)[number]>('call');
  const [text, setText] = useState('');
  const reveal = useAction(
    (reason: string) =>
      client('POST /api/console/members/:id/reveal', { params: { id: member.id }, body: { reason } }),
    {
      onDone: (numbers) => {
        queries.setQueryData<Numbers>(keyOf(member), numbers);
        setIsAsking(false);
      },
    },
  );
  const reason = what === 'other' ? text.trim() : t(`members.revealFor.${what}`);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason !== '') reveal.mutate(reason);
  }
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
        {t('members.reveal')}
      </Button>
      {isAsking && (
        <Modal opened onClose={() => setIsAsking(false)} title={t('members.revealTitle')}>
          <form onSubmit={submit}>
            <Text mb="md">{t('members.revealHint')}</Text>
            <NativeSelect
              label={<span>{t('members.revealFor')}</span>}
              value={what}
              onChange={(event) =>
                setWhat(REASONS.find((one) => one === event.currentTarget.value) ?? 'other')
              }
              data={REASONS.map((one) => ({ value: one, label: t(`members.revealFor.${one}`) }))}
              data-autofocus
              mb="md"
            />
            {what === 'other' && <ReasonField value={text} onChange={setText} />}
            <Group grow preventGrowOverflow={false} mt="lg">
              <Button variant="default" onClick={() => setIsAsking(false)}>
                {t('members.cancel')}
              </Button>
              <Button type="submit" disabled={reason === ''} loading={reveal.isPending}>
                {t('members.reveal')}
              </Button>
            </Group>
          </form>
        </Modal>
      )}
    </>
  );
}
