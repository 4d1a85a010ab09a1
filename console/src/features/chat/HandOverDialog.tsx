import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';

const QUEUE = 'queue';

interface Props {
  operators: readonly { id: string; name: string }[];
  mayGiveBack: boolean;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (body: { to: string | null; reason?: string }) => void;
}

/** Hands a conversation over to a colleague, or back to the queue. */
export function HandOverDialog({ operators, mayGiveBack, isBusy, onClose, onConfirm }: Props) {
  const t = useT();
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    const said = reason.trim();
    if (to !== '') onConfirm({ to: to === QUEUE ? null : to, ...(said === '' ? {} : { reason: said }) });
  }
  return (
    <Modal opened onClose={onClose} title={t('chat.handOver')}>
      <form onSubmit={submit}>
        <NativeSelect
          label={t('chat.handOverTo')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={[
            { value: '', label: t('chat.chooseOperator') },
            ...(mayGiveBack ? [{ value: QUEUE, label: t('chat.backToQueue') }] : []),
            ...operators.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          mb="md"
        />
        <TextInput
          label={t('chat.handOverReason')}
          description={t('app.reasonHint')}
          value={reason}
          maxLength={300}
          onChange={(event) => setReason(event.currentTarget.value)}
          mb="lg"
        />
        <Button type="submit" fullWidth disabled={to === ''} loading={isBusy}>
          {t('chat.handOver')}
        </Button>
      </form>
    </Modal>
  );
}
