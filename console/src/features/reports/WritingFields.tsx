import { NativeSelect } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import type { Writing } from './statementFormat.ts';

const CHOICES = {
  dates: ['DMY', 'MDY', 'YMD'],
  years: ['BUDDHIST', 'GREGORIAN'],
  decimal: ['POINT', 'COMMA'],
} as const;

interface Props {
  writing: Writing;
  onChange: (writing: Writing) => void;
}

/** How the bank writes dates and amounts; nothing chosen is the usual form. */
export function WritingFields({ writing, onChange }: Props) {
  const t = useT();
  return (
    <div className="mapping">
      {(Object.keys(CHOICES) as (keyof Writing)[]).map((name) => (
        <NativeSelect
          key={name}
          label={<span>{t(`reports.writing.${name}`)}</span>}
          value={writing[name] ?? ''}
          onChange={(event) => {
            const { [name]: _, ...rest } = writing;
            const chosen = CHOICES[name].find((one) => one === event.currentTarget.value);
            onChange(chosen === undefined ? rest : { ...rest, [name]: chosen });
          }}
          data={[
            { value: '', label: t('reports.writing.usual') },
            ...CHOICES[name].map((value) => ({ value, label: t(`reports.writing.${value}`) })),
          ]}
        />
      ))}
    </div>
  );
}
