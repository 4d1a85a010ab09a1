import { Button, Checkbox, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { fieldTime, momentOf } from '../../lib/bangkokInput.ts';
import { useAction } from '../../lib/useAction.ts';

/** Records a breach: what happened, since when it is known, and whom it concerns. */
export function AddBreachDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [now] = useState(() => fieldTime(Date.now()));
  const [title, setTitle] = useState('');
  const [what, setWhat] = useState('');
  const [known, setKnown] = useState(now);
  const [everybody, setEverybody] = useState(false);
  const [numbers, setNumbers] = useState('');
  const ids = numbers.split(/[\s,]+/).filter((id) => id !== '');
  const add = useAction(
    (knownAt: string) =>
      client('POST /api/console/breaches', {
        body: {
          title: title.trim(),
          what: what.trim(),
          knownAt,
          members: { everybody, ids: everybody ? [] : ids },
        },
      }),
    { done: t('personalData.added'), onDone: onClose },
  );
  const knownAt = momentOf(known);
  const isComplete =
    title.trim() !== '' &&
    what.trim() !== '' &&
    knownAt !== undefined &&
    ids.every((id) => /^\d{1,18}$/.test(id));
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) add.mutate(knownAt);
  }
  return (
    <Modal opened onClose={onClose} title={t('personalData.add')}>
      <form onSubmit={submit}>
        <TextInput
          label={<span>{t('personalData.name')}</span>}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={120}
          data-autofocus
          mb="sm"
        />
        <Textarea
          label={<span>{t('personalData.what')}</span>}
          description={t('personalData.whatHint')}
          value={what}
          onChange={(event) => setWhat(event.currentTarget.value)}
          maxLength={4000}
          autosize
          minRows={3}
          maxRows={10}
          mb="sm"
        />
        <TextInput
          type="datetime-local"
          label={<span>{t('personalData.knownAt')}</span>}
          description={t('personalData.knownHint')}
          value={known}
          max={now}
          onChange={(event) => setKnown(event.currentTarget.value)}
          mb="sm"
        />
        <Checkbox
          label={t('personalData.everybody')}
          checked={everybody}
          onChange={(event) => setEverybody(event.currentTarget.checked)}
          mb="sm"
        />
        {!everybody && (
          <TextInput
            label={<span>{t('personalData.ids')}</span>}
            description={t('personalData.idsHint')}
            value={numbers}
            onChange={(event) => setNumbers(event.currentTarget.value)}
          />
        )}
        <Group grow preventGrowOverflow={false} mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={!isComplete} loading={add.isPending}>
            {t('personalData.record')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
