import type { MemberFilter } from '@krapao/contract/api/operator/memberList';
import { SEGMENT_NAME_MAX } from '@krapao/contract/api/operator/segments';
import { Button, Group, Modal, NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useMay } from '../../lib/self.ts';
import { useAction } from '../../lib/useAction.ts';
import { SEGMENT, searchOf } from './memberFilter.ts';

interface Props {
  search: URLSearchParams;
  filter: MemberFilter;
  onChange: (search: URLSearchParams) => void;
}

/** The saved segments: choosing one fills in its filters. Managers save, change and delete them. */
export function Segments({ search, filter, onChange }: Props) {
  const t = useT();
  const may = useMay();
  const [asks, setAsks] = useState<'name' | 'remove'>();
  const { data } = useQuery({ queryKey: ['segments'], queryFn: () => client('GET /api/console/segments') });
  const segments = data?.segments ?? [];
  const chosen = segments.find(({ id }) => id === search.get(SEGMENT));
  const close = () => setAsks(undefined);
  const add = useAction((name: string) => client('POST /api/console/segments', { body: { name, filter } }), {
    done: t('members.segment.saved'),
    onDone: ({ id }) => {
      close();
      onChange(searchOf(filter, id));
    },
  });
  const change = useAction(
    ({ id, name }: { id: string; name: string }) =>
      client('PUT /api/console/segments/:id', { params: { id }, body: { name, filter } }),
    { done: t('members.segment.saved') },
  );
  const remove = useAction((id: string) => client('DELETE /api/console/segments/:id', { params: { id } }), {
    done: t('members.segment.removed'),
    onDone: () => {
      close();
      onChange(new URLSearchParams());
    },
  });
  const isChanged = chosen !== undefined && !isSame(chosen.filter, filter);
  return (
    <Group align="end" gap="sm" mb="sm">
      <NativeSelect
        label={<span>{t('members.segment')}</span>}
        value={chosen?.id ?? ''}
        onChange={(event) => {
          const next = segments.find(({ id }) => id === event.currentTarget.value);
          onChange(next === undefined ? new URLSearchParams() : searchOf(next.filter, next.id));
        }}
        data={[
          { value: '', label: t('members.segment.none') },
          ...segments.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {may('segment.edit') && (
        <>
          {isChanged && (
            <Button variant="default" loading={change.isPending} onClick={() => change.mutate(chosen)}>
              {t('members.segment.change')}
            </Button>
          )}
          {Object.keys(filter).length > 0 && (
            <Button variant="default" onClick={() => setAsks('name')}>
              {t('members.segment.saveAs')}
            </Button>
          )}
          {chosen !== undefined && (
            <Button variant="default" color="red" onClick={() => setAsks('remove')}>
              {t('members.segment.remove')}
            </Button>
          )}
        </>
      )}
      {asks === 'name' && <NameDialog isBusy={add.isPending} onClose={close} onNamed={add.mutate} />}
      {asks === 'remove' && chosen !== undefined && (
        <Modal opened onClose={close} title={t('members.segment.remove')}>
          <Text>{t('members.segment.removeHint', { name: chosen.name })}</Text>
          <Group grow preventGrowOverflow={false} mt="lg">
            <Button variant="default" onClick={close} data-autofocus>
              {t('members.cancel')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate(chosen.id)}>
              {t('members.segment.remove')}
            </Button>
          </Group>
        </Modal>
      )}
    </Group>
  );
}

interface NameProps {
  isBusy: boolean;
  onClose: () => void;
  onNamed: (name: string) => void;
}

function NameDialog({ isBusy, onClose, onNamed }: NameProps) {
  const t = useT();
  const [name, setName] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '') onNamed(name.trim());
  }
  return (
    <Modal opened onClose={onClose} title={t('members.segment.saveAs')}>
      <form onSubmit={submit}>
        <TextInput
          label={<span>{t('members.segment.name')}</span>}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={SEGMENT_NAME_MAX}
          required
          withAsterisk={false}
          data-autofocus
        />
        <Group grow preventGrowOverflow={false} mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={name.trim() === ''} loading={isBusy}>
            {t('app.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Whether two filters say the same, in whatever order. */
function isSame(one: MemberFilter, other: MemberFilter): boolean {
  const textOf = (filter: MemberFilter) =>
    JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return textOf(one) === textOf(other);
}
