import { EVENT_TYPE_NAMES, type EventTypeName } from '@krapao/contract/api/eventTypes';
import { Button, Group, Modal, MultiSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import type { Made, Webhook } from './webhook.ts';

interface Props {
  /** The one that is edited; a new one without it. */
  webhook?: Webhook;
  onClose: () => void;
  onMade: (made: Made) => void;
}

/** Adds or edits a receiver: its name, its address, and what it is told. */
export function WebhookDialog({ webhook, onClose, onMade }: Props) {
  const t = useT();
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [types, setTypes] = useState<EventTypeName[]>(webhook?.types ?? []);
  const [reason, setReason] = useState('');
  const terms = () => ({ name: name.trim(), url: url.trim(), types, reason: reason.trim() });
  const add = useAction(() => client('POST /api/console/webhooks', { body: terms() }), {
    onDone: ({ secret, waits }) => {
      onMade({ title: t('events.secretOf', { name }), secret, isWaiting: waits !== null });
      onClose();
    },
  });
  const change = useLimitedAction(
    ({ id, version, state }: Webhook) =>
      client('PUT /api/console/webhooks/:id', {
        params: { id },
        body: { ...terms(), version, isActive: state === 'ACTIVE' },
      }),
    { done: t('app.saved'), onDone: onClose },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (webhook) change.mutate(webhook);
    else add.mutate(undefined);
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      size="lg"
      title={webhook ? t('events.editWebhook', { name: webhook.name }) : t('events.addWebhook')}
    >
      <form className="events-fields" onSubmit={submit} autoComplete="off">
        <TextInput
          label={<span>{t('events.name')}</span>}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={60}
          required
          withAsterisk={false}
          data-autofocus
        />
        <TextInput
          type="url"
          label={<span>{t('events.url')}</span>}
          description={t('events.urlHint')}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          maxLength={2_000}
          required
          withAsterisk={false}
        />
        <MultiSelect
          label={<span>{t('events.types')}</span>}
          description={t('events.typesHint')}
          placeholder={types.length === 0 ? t('events.allTypes') : ''}
          data={EVENT_TYPE_NAMES}
          value={types}
          onChange={(chosen) => setTypes(EVENT_TYPE_NAMES.filter((type) => chosen.includes(type)))}
          searchable
          clearable
        />
        <ReasonField value={reason} onChange={setReason} />
        <Group grow mt="sm">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={reason.trim() === ''} loading={add.isPending || change.isPending}>
            {t(webhook ? 'app.save' : 'events.addWebhook')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
