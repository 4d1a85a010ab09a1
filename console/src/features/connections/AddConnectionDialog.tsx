import { CAPABILITIES, type Capability } from '@krapao/contract/connections';
import { Button, Group, Modal, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ReasonField } from '../../components/ReasonField.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useLimitedAction } from '../../lib/useLimitedAction.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import {
  type Connection,
  type ConnectionForm,
  configOf,
  type Driver,
  fieldsOf,
  formOfNew,
  secretsOf,
} from './connectionForm.ts';

interface Props {
  connections: readonly Connection[];
  drivers: readonly Driver[];
  /** What it is for, if that is chosen already. */
  capability: Capability | undefined;
  onClose: () => void;
}

/** A service that is being chosen, and what is typed for it. */
interface Chosen {
  driver: Driver;
  form: ConnectionForm;
}

/** Adds a connection: what it is for, which service, then the inputs that its driver asks for. */
export function AddConnectionDialog({ connections, drivers, capability: given, onClose }: Props) {
  const t = useT();
  const capabilities = CAPABILITIES.filter((one) => drivers.some(({ capability }) => capability === one));
  const [capability, setCapability] = useState(given ?? capabilities[0]);
  const [chosen, setChosen] = useState<Chosen>();
  const [reason, setReason] = useState('');
  const add = useLimitedAction(
    ({ driver, form }: Chosen) =>
      client('POST /api/console/connections', {
        body: {
          capability: driver.capability,
          driver: driver.driver,
          name: form.name.trim(),
          priority: form.priority,
          isShadow: form.isShadow,
          config: configOf(fieldsOf(driver.config), form.config),
          secrets: secretsOf(form.secrets),
          reason: reason.trim(),
        },
      }),
    { done: t('connections.added'), onDone: onClose },
  );

  function choose(name: string) {
    const driver = drivers.find((one) => one.capability === capability && one.driver === name);
    setChosen(driver && { driver, form: formOfNew(driver, connections) });
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen) add.mutate(chosen);
  }

  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} size="lg" title={t('connections.add')}>
      <form className="connection-fields" onSubmit={submit} autoComplete="off">
        <NativeSelect
          label={<span>{t('connections.capability')}</span>}
          value={capability}
          onChange={(event) => {
            setCapability(CAPABILITIES.find((one) => one === event.currentTarget.value));
            setChosen(undefined);
          }}
          data={capabilities.map((value) => ({ value, label: t(`connections.capability.${value}`) }))}
          data-autofocus
        />
        <NativeSelect
          label={<span>{t('connections.driver')}</span>}
          value={chosen?.driver.driver ?? ''}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: '', label: t('connections.chooseDriver') },
            ...drivers
              .filter((one) => one.capability === capability)
              .map(({ driver, title }) => ({ value: driver, label: title })),
          ]}
          required
          withAsterisk={false}
        />
        {chosen && (
          <ConnectionFields
            driver={chosen.driver}
            form={chosen.form}
            onChange={(form) => setChosen({ ...chosen, form })}
            stored={[]}
          />
        )}
        {chosen && <ReasonField value={reason} onChange={setReason} />}
        <Group grow mt="sm">
          <Button variant="default" onClick={onClose}>
            {t('members.cancel')}
          </Button>
          <Button type="submit" disabled={!chosen || reason.trim() === ''} loading={add.isPending}>
            {t('connections.add')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
