import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Changes } from '../../components/Changes.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { SimulationPanel } from '../../components/SimulationPanel.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import type { ContentDocument } from '../../lib/content/document.ts';
import { useAction } from '../../lib/useAction.ts';
import { OutdatedNote } from './OutdatedNote.tsx';
import { SecondNote } from './SecondNote.tsx';
import { isSwitched, siteName } from './siteSwitch.ts';
import { isOffer, WithoutSimulation } from './WithoutSimulation.tsx';

/** A version that is not the newest. */
export interface OldVersion {
  version: number;
  value: unknown;
}

interface Props {
  document: ContentDocument;
  chosen: OldVersion;
  /** The form holds what is not saved, and will be lost. */
  isDirty: boolean;
  isOutdated: boolean;
  onClose: () => void;
  onRestored: (document: ContentDocument) => void;
}

/** Shows the changes that publishing an older version again would make. */
export function RestoreDialog({ document, chosen, isDirty, isOutdated, onClose, onRestored }: Props) {
  const t = useT();
  const { kind, item, version: current } = document;
  const params = { kind, item };
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [without, setWithout] = useState('');
  const restore = useAction(
    () =>
      client('POST /api/console/content/:kind/:item/restore', {
        params,
        body: {
          version: chosen.version,
          current,
          ...(typed === '' ? {} : { confirmation: typed }),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
          ...(without.trim() === '' ? {} : { withoutSimulation: without.trim() }),
        },
      }),
    {
      done: ({ waits }) => t(waits === null ? 'content.published' : 'approvals.asked'),
      onDone: onRestored,
    },
  );
  const example = useQuery({
    queryKey: ['content', kind, item, 'example', chosen],
    queryFn: () =>
      client('POST /api/console/content/:kind/:item/example', {
        params,
        body: { value: chosen.value, baht: 1 },
      }),
  });
  const second = example.data?.second ?? null;
  const needsSimulation = example.data?.needsSimulation === true;
  const needsName = isSwitched(document, chosen.value);

  return (
    <Modal opened onClose={onClose} title={t('content.restoreAsk', { version: chosen.version })}>
      <Changes before={document.value} after={chosen.value} />
      {needsName && (
        <TextInput
          mt="md"
          label={<span>{t('content.typeName', { name: siteName(document) })}</span>}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      {isOffer(document) && <SimulationPanel document={{ ...document, value: chosen.value }} />}
      {needsSimulation && <WithoutSimulation value={without} onChange={setWithout} />}
      {second && (
        <>
          <SecondNote second={second} />
          <ReasonField value={reason} onChange={setReason} />
        </>
      )}
      {isDirty && (
        <Alert color="red" mt="md" icon={<TriangleAlert aria-hidden />}>
          {t('content.restoreDrops')}
        </Alert>
      )}
      {isOutdated && <OutdatedNote />}
      <Button
        mt="lg"
        fullWidth
        loading={restore.isPending || example.isPending}
        disabled={
          isOutdated ||
          (needsName && typed !== siteName(document)) ||
          (second !== null && reason.trim() === '') ||
          (needsSimulation && without.trim() === '')
        }
        onClick={() => restore.mutate(undefined)}
      >
        {t(second ? 'content.ask' : 'content.restore')}
      </Button>
    </Modal>
  );
}
