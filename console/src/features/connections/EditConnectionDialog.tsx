import { Alert, Button, Group, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Changes } from '../../components/Changes.tsx';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { driverChoiceText, driverFieldText } from '../../lib/driverWords.ts';
import { intoView } from '../../lib/intoView.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import {
  type Connection,
  configOf,
  type Driver,
  fieldsOf,
  formOf,
  onTopOf,
  secretsOf,
  settingsOf,
} from './connectionForm.ts';

const LABELS = { field: driverFieldText, option: driverChoiceText };

interface Props {
  /** As it was when its form was opened. */
  opened: Connection;
  /** As the server has it now; undefined once it is removed. */
  newest: Connection | undefined;
  driver: Driver;
  onClose: () => void;
}

/** Changes a connection. A colleague's change meanwhile takes nothing away that was typed. */
export function EditConnectionDialog({ opened, newest, driver, onClose }: Props) {
  const t = useT();
  const fields = fieldsOf(driver.config);
  const [loaded, setLoaded] = useState(opened);
  const [form, setForm] = useState(() => formOf(opened, fields));
  const [reason, setReason] = useState('');
  const isOutdated = newest !== undefined && newest.version !== loaded.version;
  const params = { id: loaded.id };
  const change = useLimitedAction(
    () =>
      client('PUT /api/console/connections/:id', {
        params,
        body: {
          name: form.name.trim(),
          priority: form.priority,
          isActive: loaded.isActive,
          isShadow: form.isShadow,
          config: configOf(fields, form.config),
          secrets: secretsOf(form.secrets),
          version: loaded.version,
          reason: reason.trim(),
        },
      }),
    { done: t('app.saved'), onDone: onClose },
  );

  function adopt(theirs: Connection, how: 'keepMine' | 'takeTheirs') {
    const newestForm = formOf(theirs, fields);
    setForm(
      how === 'takeTheirs'
        ? newestForm
        : onTopOf(newestForm, { typed: form, loaded: formOf(loaded, fields) }),
    );
    setLoaded(theirs);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    change.mutate(undefined);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      size="lg"
      title={t('connections.edit', { name: opened.name })}
    >
      <form className="connection-fields" onSubmit={submit} autoComplete="off">
        <ConnectionFields driver={driver} form={form} onChange={setForm} stored={loaded.secretsSet} />
        <ReasonField value={reason} onChange={setReason} />
        {newest === undefined && (
          <Alert color="yellow" role="alert">
            {t('connections.gone')}
          </Alert>
        )}
        {isOutdated && !change.isPending && !change.isSuccess && (
          <Alert
            color="yellow"
            role="alert"
            ref={change.isError ? intoView : undefined}
            title={t('connections.outdated', { name: newest.changedBy ?? '' })}
          >
            <Changes before={settingsOf(loaded)} after={settingsOf(newest)} labels={LABELS} />
            <Group mt="sm">
              <Button size="sm" variant="default" onClick={() => adopt(newest, 'keepMine')}>
                {t('connections.keepMine')}
              </Button>
              <Button size="sm" variant="default" onClick={() => adopt(newest, 'takeTheirs')}>
                {t('connections.takeTheirs')}
              </Button>
            </Group>
          </Alert>
        )}
        <Group grow mt="sm">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button
            type="submit"
            disabled={reason.trim() === '' || isOutdated || newest === undefined}
            loading={change.isPending}
          >
            {t('app.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
