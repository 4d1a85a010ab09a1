import { wholeText } from '@krapao/ui/money.ts';
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import type { Breach } from './breachesQuery.ts';

/** What is still to be done about an open breach. */
export function BreachActions({ breach }: { breach: Breach }) {
  const t = useT();
  const [step, setStep] = useState<'office' | 'members' | 'close'>();
  const close = () => setStep(undefined);
  const done = { done: t('app.saved'), onDone: close };
  const params = { id: breach.id };
  const office = useAction(
    (reference: string) => client('POST /api/console/breaches/:id/office', { params, body: { reference } }),
    done,
  );
  const members = useAction(() => client('POST /api/console/breaches/:id/members', { params }), done);
  const end = useAction(
    (reason: string) => client('POST /api/console/breaches/:id/close', { params, body: { reason } }),
    { done: ({ waits }) => t(waits === null ? 'app.saved' : 'approvals.asked'), onDone: close },
  );
  return (
    <Group gap="xs">
      {breach.officeToldAt === null && (
        <Button size="compact-sm" onClick={() => setStep('office')}>
          {t('personalData.noteOffice')}
        </Button>
      )}
      {breach.membersToldAt === null && breach.members > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => setStep('members')}>
          {t('personalData.tellMembers')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => setStep('close')}>
        {t('personalData.close')}
      </Button>
      {step === 'office' && (
        <OfficeDialog isBusy={office.isPending} onClose={close} onConfirm={(text) => office.mutate(text)} />
      )}
      {step === 'members' && (
        <Modal opened onClose={close} title={t('personalData.tellMembers')}>
          <Text>{t('personalData.tellMembersHint', { count: wholeText(breach.members) })}</Text>
          <Group grow preventGrowOverflow={false} mt="lg">
            <Button variant="default" onClick={close} data-autofocus>
              {t('members.cancel')}
            </Button>
            <Button loading={members.isPending} onClick={() => members.mutate(undefined)}>
              {t('personalData.tellMembers')}
            </Button>
          </Group>
        </Modal>
      )}
      {step === 'close' && (
        <ReasonDialog
          title={t('personalData.close')}
          hint={t(breach.officeToldAt === null ? 'personalData.closeUntold' : 'personalData.closeHint')}
          action={t('personalData.close')}
          isHarmless
          isBusy={end.isPending}
          onClose={close}
          onConfirm={(reason) => end.mutate(reason)}
        />
      )}
    </Group>
  );
}

function OfficeDialog({
  isBusy,
  onClose,
  onConfirm,
}: {
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (reference: string) => void;
}) {
  const t = useT();
  const [reference, setReference] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reference.trim() !== '') onConfirm(reference.trim());
  }
  return (
    <Modal opened onClose={onClose} title={t('personalData.noteOffice')}>
      <form onSubmit={submit}>
        <Text mb="md">{t('personalData.noteOfficeHint')}</Text>
        <TextInput
          label={<span>{t('personalData.reference')}</span>}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          maxLength={200}
          data-autofocus
        />
        <Group grow preventGrowOverflow={false} mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={reference.trim() === ''} loading={isBusy}>
            {t('personalData.noteOffice')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
