import { API_SCOPE_NAMES, type ApiScope } from '@krapao/contract/apiScopes';
import { Button, Checkbox, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { fieldTime, momentOf } from '../../lib/bangkokInput.ts';
import { useAction } from '../../lib/useAction.ts';
import type { Made } from './webhook.ts';

const YEAR_MS = 365 * 86_400_000;

interface Props {
  onClose: () => void;
  onMade: (made: Made) => void;
}

/** Makes a key: for whom, what it may read, from where and until when. */
export function AddKeyDialog({ onClose, onMade }: Props) {
  const t = useT();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<ApiScope[]>(['events.read']);
  const [networks, setNetworks] = useState('');
  const [until, setUntil] = useState(() => fieldTime(Date.now() + YEAR_MS));
  const [reason, setReason] = useState('');
  const expiresAt = momentOf(until);
  const add = useAction(
    () =>
      client('POST /api/console/api-keys', {
        body: {
          name: name.trim(),
          scopes,
          networks: networks.split(/[\s,]+/).filter((network) => network !== ''),
          expiresAt: expiresAt ?? '',
          reason: reason.trim(),
        },
      }),
    {
      onDone: ({ key, waits }) => {
        onMade({ title: t('events.keyOf', { name }), secret: key, isWaiting: waits !== null });
        onClose();
      },
    },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    add.mutate(undefined);
  }
  const isOff = reason.trim() === '' || scopes.length === 0 || expiresAt === undefined;
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} size="lg" title={t('events.addKey')}>
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
        <Checkbox.Group
          label={<span>{t('events.scopes')}</span>}
          value={scopes}
          onChange={(chosen) => setScopes(API_SCOPE_NAMES.filter((scope) => chosen.includes(scope)))}
        >
          <Stack gap="xs" mt="xs">
            {API_SCOPE_NAMES.map((scope) => (
              <Checkbox key={scope} value={scope} label={t(`events.scope.${scope}`)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Textarea
          label={<span>{t('events.networks')}</span>}
          description={t('events.networksHint')}
          value={networks}
          onChange={(event) => setNetworks(event.currentTarget.value)}
          autosize
          minRows={2}
        />
        <TextInput
          type="datetime-local"
          label={<span>{t('events.expires')}</span>}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
        <ReasonField value={reason} onChange={setReason} />
        <Group grow mt="sm">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={isOff} loading={add.isPending}>
            {t('events.addKey')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
