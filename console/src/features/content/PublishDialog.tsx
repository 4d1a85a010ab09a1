import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Changes } from '../../components/Changes.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { SimulationPanel } from '../../components/SimulationPanel.tsx';
import { t as text, useT } from '../../i18n/i18n.ts';
import type { ContentDocument } from '../../lib/content/document.ts';
import { OutdatedNote } from './OutdatedNote.tsx';
import { type Second, SecondNote } from './SecondNote.tsx';
import { isSwitched, siteName } from './siteSwitch.ts';
import { isOffer, WithoutSimulation } from './WithoutSimulation.tsx';

/** What the operator adds to a publication. */
export interface Given {
  confirmation?: string;
  reason?: string;
  withoutSimulation?: string;
}

interface Props {
  document: ContentDocument;
  value: unknown;
  /** Somebody has changed the document since it was opened. */
  isOutdated: boolean;
  isBusy: boolean;
  /** Why a second operator must approve it; null if none is needed. */
  second: Second | null;
  /** Its offer was not simulated: that, or a reason. */
  needsSimulation: boolean;
  onClose: () => void;
  onPublish: (given: Given) => void;
}

/** Shows members' changes before publishing; the site switch requires typing the site's name. */
export function PublishDialog(props: Props) {
  const { document, value, isOutdated, isBusy, second, needsSimulation, onClose, onPublish } = props;
  const t = useT();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [without, setWithout] = useState('');
  const needsName = isSwitched(document, value);
  const name = siteName(document);

  function submit(event: FormEvent) {
    event.preventDefault();
    onPublish({
      ...(needsName && { confirmation: typed }),
      ...(second && { reason: reason.trim() }),
      ...(needsSimulation && { withoutSimulation: without.trim() }),
    });
  }

  return (
    <Modal opened onClose={onClose} size="lg" title={t('content.publishAsk')}>
      <form onSubmit={submit}>
        {document.item === 'new' ? (
          <p>{t('content.publishNew')}</p>
        ) : (
          <Changes before={document.value} after={value} />
        )}
        {document.kind === 'wheel' && <p className="muted">{t('content.wheelNote')}</p>}
        {document.kind === 'bonus' && <p className="muted">{t('content.bonusNote')}</p>}
        {document.kind === 'setting' && document.item === 'consoleAccess' && (
          <p className="muted">{t('content.accessNote')}</p>
        )}
        {document.kind === 'provider' && gameNotes(document.value as GameTerms, value as GameTerms)}
        {isOffer(document) && <SimulationPanel document={{ ...document, value }} />}
        {needsSimulation && <WithoutSimulation value={without} onChange={setWithout} />}
        {needsName && (
          <>
            <Alert color="red" my="md" icon={<TriangleAlert aria-hidden />}>
              {t('content.siteNote')}
            </Alert>
            <TextInput
              label={<span>{t('content.typeName', { name })}</span>}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          </>
        )}
        {second && (
          <>
            <SecondNote second={second} />
            <ReasonField value={reason} onChange={setReason} />
          </>
        )}
        {isOutdated && <OutdatedNote />}
        <Button
          type="submit"
          mt="lg"
          fullWidth
          loading={isBusy}
          disabled={
            isOutdated ||
            (needsName && typed !== name) ||
            (second !== null && reason.trim() === '') ||
            (needsSimulation && without.trim() === '')
          }
          {...(needsName ? { color: 'red' } : {})}
        >
          {t(second ? 'content.ask' : 'content.publish')}
        </Button>
      </form>
    </Modal>
  );
}

interface GameTerms {
  code: string;
  connection: string | null;
  isRetired: boolean;
}

/** What cannot be taken back, or only with harm. */
function gameNotes(before: GameTerms, after: GameTerms) {
  const isMoved = before.code !== '' && before.connection !== after.connection;
  return (
    <>
      {isMoved && <p className="muted">{text('content.moveNote')}</p>}
      {after.isRetired && (
        <Alert color="red" my="md" icon={<TriangleAlert aria-hidden />}>
          {text('content.retireNote')}
        </Alert>
      )}
    </>
  );
}
