import { TextInput } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import type { ContentDocument } from '../../lib/content/document.ts';

/** Whether a document is an offer, which is simulated before it is published. */
export const isOffer = ({ kind }: Pick<ContentDocument, 'kind'>) => kind === 'bonus' || kind === 'wheel';

interface Props {
  value: string;
  onChange: (value: string) => void;
}

/** Why an offer is published without a simulation of its terms. */
export function WithoutSimulation({ value, onChange }: Props) {
  const t = useT();
  return (
    <TextInput
      label={<span>{t('simulation.without')}</span>}
      description={t('simulation.withoutHint')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={300}
      required
      withAsterisk={false}
    />
  );
}
