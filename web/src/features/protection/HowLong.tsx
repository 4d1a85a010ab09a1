import { Select } from '../../components/Select.tsx';
import { useT } from '../../i18n/i18n.ts';
import { type Length, lengthText } from './words.ts';

interface HowLongProps {
  lengths: readonly Length[];
  value: Length | null;
  onChange: (length: Length) => void;
}

/** The choice of a length. Nothing is chosen before the member chooses. */
export function HowLong({ lengths, value, onChange }: HowLongProps) {
  const t = useT();
  return (
    <Select
      label={t('safe.howLong')}
      value={value ? JSON.stringify(value) : ''}
      onChange={(chosen) => onChange(JSON.parse(chosen))}
    >
      <option value="" disabled>
        {t('safe.choose')}
      </option>
      {lengths.map((length) => (
        <option key={JSON.stringify(length)} value={JSON.stringify(length)}>
          {lengthText(length)}
        </option>
      ))}
    </Select>
  );
}
