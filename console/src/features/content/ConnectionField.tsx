import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  capability: string;
  isFixed: boolean;
}

/** A connection with a capability; empty: the sandbox's own, or none. */
export function ConnectionField({ label, value, onChange, error, capability, isFixed }: Props) {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['connections'],
    queryFn: () => client('GET /api/console/connections'),
  });
  const found = (data?.connections ?? []).filter((one) => one.capability === capability && !one.isFixed);
  const options = found.map(({ id, name, title }) => ({ value: id, label: `${name} · ${title}` }));
  return (
    <Select
      label={<span>{label}</span>}
      description={t('content.connectionHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        { value: '', label: t('content.none') },
        ...options,
        ...(value !== '' && !options.some((option) => option.value === value)
          ? [{ value, label: value }]
          : []),
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      error={error}
      readOnly={isFixed}
      data-fixed={isFixed || undefined}
    />
  );
}
