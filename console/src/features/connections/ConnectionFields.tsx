import { COMPARED_CAPABILITIES } from '@krapao/contract/connections';
import { Alert, NumberInput, Switch, TextInput } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useT } from '../../i18n/i18n.ts';
import { type ConnectionForm, type Driver, fieldsOf } from './connectionForm.ts';
import { SecretFields, SettingFields } from './DriverFields.tsx';

interface Props {
  driver: Driver;
  form: ConnectionForm;
  onChange: (form: ConnectionForm) => void;
  /** The names of the stored keys. */
  stored: readonly string[];
}

/** The inputs of a connection: what the operator should know of its service, its name and order, its settings and keys. */
export function ConnectionFields({ driver, form, onChange, stored }: Props) {
  const t = useT();
  return (
    <div className="connection-fields">
      {driver.warnings.map((warning) => (
        <Alert key={warning} color="yellow" role="note">
          {t(`connections.warning.${warning}`)}
        </Alert>
      ))}
      {driver.documentation !== '' && (
        <a className="member-link" href={driver.documentation} target="_blank" rel="noopener noreferrer">
          <span>{`${t('connections.documentation', { title: driver.title })} `}</span>
          <ExternalLink size={16} aria-hidden="true" />
        </a>
      )}
      <TextInput
        label={<span>{t('connections.field.name')}</span>}
        value={form.name}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
        maxLength={60}
        required
        withAsterisk={false}
      />
      <SettingFields
        driver={driver.driver}
        fields={fieldsOf(driver.config)}
        typed={form.config}
        onChange={(config) => onChange({ ...form, config })}
      />
      <SecretFields
        fields={fieldsOf(driver.secrets)}
        stored={stored}
        typed={form.secrets}
        onChange={(secrets) => onChange({ ...form, secrets })}
      />
      <NumberInput
        label={<span>{t('connections.field.priority')}</span>}
        description={t('connections.priorityHint')}
        value={form.priority}
        onChange={(entered) => typeof entered === 'number' && onChange({ ...form, priority: entered })}
        min={1}
        max={1_000}
        allowDecimal={false}
        hideControls
        required
        withAsterisk={false}
      />
      {COMPARED_CAPABILITIES.includes(driver.capability) && (
        <Switch
          label={t('connections.field.isShadow')}
          description={t('connections.shadowHint')}
          checked={form.isShadow}
          onChange={(event) => onChange({ ...form, isShadow: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
