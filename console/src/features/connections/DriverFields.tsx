import { Button, NativeSelect, NumberInput, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { driverChoiceText, driverFieldText, driverHint } from '../../lib/driverWords.ts';
import type { Field, Typed, TypedSecrets } from './connectionForm.ts';

interface SettingsProps {
  driver: string;
  fields: readonly Field[];
  typed: Typed;
  onChange: (typed: Typed) => void;
}

/** The inputs of a driver's settings. */
export function SettingFields({ driver, fields, typed, onChange }: SettingsProps) {
  return fields.map((field) => (
    <SettingField
      key={field.name}
      field={field}
      hint={driverHint(driver, field.name)}
      value={typed[field.name] ?? ''}
      onChange={(value) => onChange({ ...typed, [field.name]: value })}
    />
  ));
}

function SettingField({
  field,
  hint,
  value,
  onChange,
}: {
  field: Field;
  hint: string;
  value: string | boolean;
  onChange: (value: string | boolean) => void;
}) {
  const t = useT();
  const { name, kind, isRequired, standard, choices, pattern, maxLength, minimum, maximum } = field;
  const label = driverFieldText(name);
  const text = String(value);
  const remark = isRequired
    ? ''
    : standard === ''
      ? t('content.optional')
      : t('connections.standard', { standard: driverChoiceText(name, standard) });
  const shared = {
    label,
    required: isRequired,
    withAsterisk: false,
    description: [hint, remark].filter(Boolean).join(' '),
  };
  switch (kind) {
    case 'switch':
      return (
        <Switch
          label={label}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          value={text || standard}
          onChange={(event) => onChange(event.currentTarget.value)}
          data={[
            ...(standard !== '' || (isRequired && text !== '')
              ? []
              : [{ value: '', label: t('content.none') }]),
            ...choices.map((choice) => ({ value: choice, label: driverChoiceText(name, choice) })),
          ]}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...shared}
          value={text}
          onChange={(entered) => onChange(String(entered))}
          {...(minimum !== undefined && { min: minimum })}
          {...(maximum !== undefined && { max: maximum })}
          hideControls
        />
      );
    case 'longText':
      return (
        <Textarea
          {...shared}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...(maxLength !== undefined && { maxLength })}
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
        />
      );
    case 'text':
      return (
        <TextInput
          {...shared}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          {...(maxLength !== undefined && { maxLength })}
          {...(pattern !== undefined && { pattern })}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      );
  }
}

interface SecretsProps {
  fields: readonly Field[];
  /** The names of those that are stored. */
  stored: readonly string[];
  typed: TypedSecrets;
  onChange: (typed: TypedSecrets) => void;
}

/** The inputs of a driver's keys: what is stored is never shown; an empty input keeps it. */
export function SecretFields({ fields, stored, typed, onChange }: SecretsProps) {
  const t = useT();
  return fields.map(({ name, isRequired, maxLength }) => {
    const label = driverFieldText(name);
    const isStored = stored.includes(name);
    const set = (value: string | null) => onChange({ ...typed, [name]: value });
    const isRemoved = typed[name] === null;
    return (
      <div key={name} className="secret">
        <PasswordInput
          label={<span>{label}</span>}
          description={t(
            isRemoved
              ? 'connections.secretRemoved'
              : isStored
                ? 'connections.secretStored'
                : 'connections.secretHint',
          )}
          value={typed[name] ?? ''}
          onChange={(event) => set(event.currentTarget.value)}
          required={isRequired && !isStored}
          withAsterisk={false}
          disabled={isRemoved}
          {...(maxLength !== undefined && { maxLength })}
          autoComplete="new-password"
          spellCheck={false}
          visibilityToggleButtonProps={{ 'aria-label': t('connections.showSecret', { name: label }) }}
        />
        {isStored && !isRequired && (
          <Button size="sm" variant="default" onClick={() => set(isRemoved ? '' : null)}>
            {t(isRemoved ? 'connections.keepSecret' : 'connections.removeSecret', { name: label })}
          </Button>
        )}
      </div>
    );
  });
}
