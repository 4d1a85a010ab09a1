import {
  Autocomplete,
  ColorInput,
  MultiSelect,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MoneyInput } from '../../components/MoneyInput.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { fieldTime, momentOf } from '../../lib/bangkokInput.ts';
import { durationText, quantityOf, shownNumber, storedNumber } from '../../lib/content/quantity.ts';
import { fieldText, hintText, optionText } from '../../lib/content/rowName.ts';
import { choicesOf, optionalOf, type Schema } from '../../lib/schema.ts';
import { ConnectionField } from './ConnectionField.tsx';
import { FilmsField } from './FilmsField.tsx';
import type { FieldProps } from './fieldProps.ts';
import { ListField } from './ListField.tsx';
import { LocalizedField, LocalizedHtmlField } from './LocalizedField.tsx';
import { PictureField } from './PictureField.tsx';
import { isFilms, isLocalized } from './schema.ts';

/** A field of a document, chosen by its schema and name: amounts in baht, shares in percent, texts in languages. */
export function SchemaField(props: FieldProps) {
  const { name, value, onChange, path, errorAt, fixed } = props;
  const label = fieldText(name === '' && props.schema.properties ? 'text' : name);
  const error = errorAt(path);
  const isFixed = fixed.includes(path.slice(1));
  const choices = choicesOf(props.schema);
  if (choices) return <ChoiceField {...{ name, label, choices, value, onChange, error, isFixed }} />;
  const { schema, isOptional } = optionalOf(props.schema);
  if (isLocalized(schema)) {
    const isHtml = schema.properties?.th?.contentMediaType === 'text/html';
    const Field = isHtml ? LocalizedHtmlField : LocalizedField;
    return <Field {...props} label={label} />;
  }
  if (isFilms(schema)) return <FilmsField {...props} label={label} />;
  if (schema.properties) return <ObjectFields {...props} schema={schema} />;
  if (schema.type === 'array') return <ArrayField {...props} schema={schema} label={label} />;
  if (schema.type === 'boolean')
    return (
      <Switch
        label={label}
        description={hintText(name)}
        checked={value as boolean}
        onChange={(event) => onChange(event.currentTarget.checked)}
        error={error}
      />
    );
  if (schema.type === 'integer')
    return <QuantityField {...{ name, label, value, onChange, error, isFixed, isOptional }} />;
  const text = (value ?? '') as string;
  const change = (next: string) => onChange(isOptional && next === '' ? null : next);
  if (schema.contentMediaType === 'image/*')
    return <PictureField {...{ label, error }} hint={hintText(name)} value={text} onChange={change} />;
  if (schema.pattern?.startsWith('^#[0-9a-f]'))
    return (
      <ColorInput
        label={<span>{label}</span>}
        value={text}
        onChange={(next) => change(next.toLowerCase())}
        withEyeDropper={false}
        error={error}
      />
    );
  if (schema.format === 'date-time')
    return (
      <TextInput
        type="datetime-local"
        label={<span>{label}</span>}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={hintText(name)}
        value={text && fieldTime(Date.parse(text))}
        onChange={(event) => onChange(momentOf(event.currentTarget.value) ?? null)}
        error={error}
        readOnly={isFixed}
        data-fixed={isFixed || undefined}
      />
    );
  const { capability } = schema;
  if (capability !== undefined)
    return <ConnectionField {...{ label, value: text, onChange: change, error, capability, isFixed }} />;
  if (name === 'bankCode') return <BankField {...{ label, value: text, onChange: change, error, isFixed }} />;
  return (
    <TextInput
      label={<span>{label}</span>}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={hintText(name)}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      error={error}
      readOnly={isFixed}
      data-fixed={isFixed || undefined}
    />
  );
}

function ObjectFields({ schema, value, onChange, path, ...rest }: FieldProps) {
  const fields = value as Record<string, unknown>;
  return (
    <div className="fields">
      {Object.entries(schema.properties ?? {}).map(([name, one]) => (
        <SchemaField
          key={name}
          {...rest}
          name={name}
          schema={one}
          value={fields[name]}
          onChange={(next) => onChange({ ...fields, [name]: next })}
          path={`${path}/${name}`}
        />
      ))}
    </div>
  );
}

function ArrayField(props: FieldProps & { label: string }) {
  const { name, label, schema, value, onChange, path, errorAt } = props;
  const items = schema.items as Schema;
  if (items.type === 'integer' && (items.maximum ?? 0) > WEEK_DAYS)
    return <NumbersField {...{ label, value: value as number[], onChange, error: errorAt(path, true) }} />;
  if (items.type === 'integer') {
    const { minimum = 1, maximum = 1 } = items;
    const days = Array.from({ length: maximum - minimum + 1 }, (_, index) => String(minimum + index));
    return (
      <MultiSelect
        label={<span>{label}</span>}
        data={days.map((day) => ({ value: day, label: optionText(name, day) }))}
        value={(value as number[]).map(String)}
        onChange={(chosen) => onChange(ascending(chosen.map(Number)))}
        error={errorAt(path, true)}
      />
    );
  }
  if (items.type === 'string')
    return (
      <TagsInput
        label={<span>{label}</span>}
        description={hintText(name)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value as string[]}
        onChange={onChange}
        error={errorAt(path, true)}
        acceptValueOnBlur
      />
    );
  return <ListField {...props} Field={SchemaField} />;
}

const WEEK_DAYS = 7;
const ascending = (numbers: number[]) => [...new Set(numbers)].sort((one, other) => one - other);

/** A list of whole numbers, in their order. */
function NumbersField({
  label,
  value,
  onChange,
  error,
}: Pick<Plain, 'label' | 'onChange' | 'error'> & { value: readonly number[] }) {
  return (
    <TagsInput
      label={<span>{label}</span>}
      value={value.map(String)}
      onChange={(entered) => onChange(ascending(entered.map(Number).filter(Number.isSafeInteger)))}
      error={error}
      acceptValueOnBlur
    />
  );
}

interface Plain {
  name: string;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
  isFixed: boolean;
}

function ChoiceField({
  name,
  label,
  choices,
  value,
  onChange,
  error,
  isFixed,
}: Plain & { choices: readonly (string | null)[] }) {
  const t = useT();
  return (
    <Select
      label={<span>{label}</span>}
      data={choices.map((choice) => ({
        value: choice ?? '',
        label: choice === null ? t('content.none') : optionText(name, choice),
      }))}
      value={(value ?? '') as string}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
      allowDeselect={false}
      error={error}
      readOnly={isFixed}
      data-fixed={isFixed || undefined}
    />
  );
}

function QuantityField({
  name,
  label,
  value,
  onChange,
  error,
  isFixed,
  isOptional,
}: Plain & { isOptional: boolean }) {
  const t = useT();
  const quantity = quantityOf(name);
  const stored = value as number | null;
  const shared = {
    label,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] satisfies (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    description:
      (stored !== null && durationText(name, stored)) ||
      (isOptional ? t('content.optional') : hintText(name)),
    value: stored === null ? '' : shownNumber(stored, quantity),
    onChange: (entered: string | number) => {
      if (entered === '' && isOptional) return onChange(null);
      const next = storedNumber(Number(entered), quantity);
      if (entered !== '' && next !== null) onChange(next);
    },
    error,
    readOnly: isFixed,
    'data-fixed': isFixed || undefined,
  };
  if (quantity.decimals === 2)
    return <MoneyInput {...shared} sign={quantity.prefix} unit={quantity.suffix} />;
  return (
    <NumberInput
      {...shared}
      label={<span>{label}</span>}
      decimalScale={0}
      thousandSeparator=","
      allowNegative={false}
      hideControls
    />
  );
}

function BankField({
  label,
  value,
  onChange,
  error,
  isFixed,
}: Omit<Plain, 'name' | 'value' | 'onChange'> & { value: string; onChange: (value: string) => void }) {
  const { data } = useQuery({ queryKey: ['banks'], queryFn: () => client('GET /api/lookup/banks') });
  return (
    <Autocomplete
      label={<span>{label}</span>}
      data={(data ?? []).map(({ code }) => code)}
      value={value}
      onChange={(next) => onChange(next.toUpperCase())}
      error={error}
      readOnly={isFixed}
      data-fixed={isFixed || undefined}
    />
  );
}
