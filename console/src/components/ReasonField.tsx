import { TextInput } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';
import { useNeed } from './DecisionForm.tsx';

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** The field that a dialog focuses first. */
  isFirst?: boolean;
}

/** The reason of a decision, for the audit log. */
export function ReasonField({ value, onChange, isFirst = false }: Props) {
  const t = useT();
  return (
    <TextInput
      {...useNeed('reason')}
      label={<span>{t('app.reason')}</span>}
      description={t('app.reasonHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={300}
      required
      {...(isFirst && { 'data-autofocus': true })}
      withAsterisk={false}
    />
  );
}
