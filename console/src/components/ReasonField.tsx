import { TextInput } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** What a dialog asks for first. */
  isFirst?: boolean;
}

/** Why somebody decides so; it stands in the audit log. */
export function ReasonField({ value, onChange, isFirst = false }: Props) {
  const t = useT();
  return (
    <TextInput
      label={t('app.reason')}
      description={t('app.reasonHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Out of the field, so that the keys of the decision work.
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
      maxLength={300}
      required
      {...(isFirst && { 'data-autofocus': true })}
      withAsterisk={false}
    />
  );
}
