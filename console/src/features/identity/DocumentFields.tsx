import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf } from '@krapao/contract/endpoint';
import { TextInput } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';

type Facts = BodyOf<Contract['POST /api/console/identityRequests/:id/compare']>;

export const NOTHING_TYPED = { name: '', otherName: '', birthDate: '', number: '', expiresOn: '' };
type Typed = typeof NOTHING_TYPED;

/** What was typed, as the server takes it. */
export const typedFacts = ({ name, otherName, birthDate, number, expiresOn }: Typed): Facts => ({
  names: [name, otherName].map((one) => one.trim()).filter((one) => one !== ''),
  birthDate: birthDate || null,
  documentNumber: number.trim() || null,
  expiresOn: expiresOn || null,
});

/** What an operator reads off a document. */
export function DocumentFields({ typed, onChange }: { typed: Typed; onChange: (typed: Typed) => void }) {
  const t = useT();
  const field = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...typed, [name]: event.currentTarget.value }),
    autoComplete: 'off',
    mb: 'sm',
  });
  return (
    <>
      <TextInput label={<span>{t('identity.name')}</span>} maxLength={120} {...field('name')} />
      <TextInput label={<span>{t('identity.otherName')}</span>} maxLength={120} {...field('otherName')} />
      <TextInput type="date" label={<span>{t('identity.birthDate')}</span>} {...field('birthDate')} />
      <TextInput
        label={<span>{t('identity.number')}</span>}
        description={t('identity.numberHint')}
        maxLength={40}
        {...field('number')}
      />
      <TextInput
        type="date"
        label={<span>{t('identity.expiresOn')}</span>}
        description={t('identity.noExpiry')}
        {...field('expiresOn')}
      />
    </>
  );
}
