import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Radio } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';
import { type Need, useNeed } from './DecisionForm.tsx';
import { MemberLink } from './MemberLink.tsx';

/** A member who may own a transfer. */
export type Candidate = ResponseOf<
  Contract['GET /api/console/incoming/:id/candidates']
>['candidates'][number];

/** A search field of this name gets the cursor if there are no suggestions. */
export const OWNER: Need = 'member';

interface Props {
  hint?: string | undefined;
  candidates: readonly Candidate[];
  /** A member whom the operator has found, beside the suggestions. */
  found?: Candidate['member'] | undefined;
  value: string;
  onChange: (memberId: string) => void;
}

/** The possible owners of a transfer: suggested by the system, each with the evidence, or found by the operator. */
export function OwnerField({ hint, candidates, found, value, onChange }: Props) {
  const t = useT();
  const fitting = candidates.filter(({ sender }) => sender === 'match').length;
  const choices = [
    ...candidates.map(({ member, because, sender, at }) => ({
      member,
      why: [
        sender !== 'indeterminate' &&
          t(`incoming.from.${sender === 'match' && fitting > 1 ? 'several' : sender}`),
        t(`incoming.because.${because}`),
        at !== null && dateTimeText(at),
      ]
        .filter(Boolean)
        .join(' · '),
    })),
    ...(found && !candidates.some(({ member }) => member.id === found.id)
      ? [{ member: found, why: t('incoming.because.found') }]
      : []),
  ];
  return (
    <>
      <Radio.Group
        {...useNeed(OWNER)}
        label={<span>{t('incoming.whose')}</span>}
        description={hint}
        value={value}
        onChange={onChange}
        mt="lg"
      >
        {choices.map(({ member, why }) => (
          <Radio
            key={member.id}
            value={member.id}
            mt="sm"
            label={<span translate="no">{`${member.name} · ${member.id} · ${member.phoneNumber}`}</span>}
            description={why}
          />
        ))}
      </Radio.Group>
      {value !== '' && (
        <p className="chosen">
          <MemberLink id={value} />
        </p>
      )}
    </>
  );
}
