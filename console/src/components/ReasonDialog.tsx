import type { Elements } from '@krapao/ui/elements.ts';
import { Button, Group, Modal, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { ReasonField } from './ReasonField.tsx';

interface Props {
  title: string;
  hint: string;
  action: string;
  isHarmless?: boolean;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
  /** Further choices, below the reason. */
  children?: Elements;
}

/** What will happen, a field for the reason, and the button that does it. */
export function ReasonDialog({
  title,
  hint,
  action,
  isHarmless = false,
  isBusy,
  onClose,
  onConfirm,
  children,
}: Props) {
  const t = useT();
  const [reason, setReason] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() !== '') onConfirm(reason.trim());
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Text mb="md">{hint}</Text>
        <ReasonField value={reason} onChange={setReason} isFirst />
        {children}
        <Group grow preventGrowOverflow={false} mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button
            type="submit"
            color={isHarmless ? 'gold' : 'red'}
            disabled={reason.trim() === ''}
            loading={isBusy}
          >
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
