import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { client } from '../../../lib/api.ts';
import { useAction } from '../../../lib/useAction.ts';
import type { Phone } from './feed.ts';

interface Props {
  feedId: string;
  phone: Phone;
  onClose: () => void;
}

/** Gives a phone another name. */
export function RenamePhoneDialog({ feedId, phone, onClose }: Props) {
  const t = useT();
  const [name, setName] = useState(phone.name);
  const rename = useAction(
    () =>
      client('POST /api/console/feeds/:id/phones/:phone/rename', {
        params: { id: feedId, phone: phone.id },
        body: { name: name.trim() },
      }),
    { done: t('feeds.renamed'), onDone: onClose },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '') rename.mutate(undefined);
  }
  return (
    <Modal opened onClose={onClose} title={t('feeds.renameTitle', { name: phone.name })}>
      <form className="connection-fields" onSubmit={submit}>
        <TextInput
          label={<span>{t('feeds.phone')}</span>}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Group grow preventGrowOverflow={false}>
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={name.trim() === ''} loading={rename.isPending}>
            {t('app.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
