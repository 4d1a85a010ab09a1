import { plainDigits } from '@krapao/contract/digits';
import { wholeText } from '@krapao/ui/money.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { fieldTime, momentOf } from '../../lib/bangkokInput.ts';
import { useAction } from '../../lib/useAction.ts';
import type { Webhook } from './webhook.ts';

const HOUR_MS = 3_600_000;

/** Sends everything again, from an event or from a time on. */
export function ReplayDialog({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT();
  const [event, setEvent] = useState('');
  const [time, setTime] = useState(() => fieldTime(Date.now() - HOUR_MS));
  const from = event.trim() === '' ? momentOf(time) : event.trim();
  const replay = useAction(
    (reason: string) =>
      client('POST /api/console/webhooks/:id/replay', { params: { id }, body: { from: from ?? '', reason } }),
    { done: ({ members }) => t('events.sending', { count: wholeText(members) }), onDone: onClose },
  );
  return (
    <ReasonDialog
      title={`${t('events.replay')}: ${name}`}
      hint={t('events.replayHint')}
      action={t('events.replay')}
      isHarmless
      isBusy={replay.isPending}
      onClose={onClose}
      onConfirm={replay.mutate}
    >
      <TextInput
        mt="md"
        label={<span>{t('events.replayId')}</span>}
        inputMode="numeric"
        pattern="[0-9]{1,18}"
        value={event}
        onChange={(change) => setEvent(plainDigits(change.currentTarget.value))}
      />
      <TextInput
        mt="md"
        type="datetime-local"
        label={<span>{t('events.replayTime')}</span>}
        value={time}
        disabled={event.trim() !== ''}
        onChange={(change) => setTime(change.currentTarget.value)}
      />
    </ReasonDialog>
  );
}
