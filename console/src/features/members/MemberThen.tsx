import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Facts } from '../../components/Facts.tsx';
import { useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { fieldTime, momentOf } from '../../lib/bangkokInput.ts';
import { errorText } from '../../lib/errorText.ts';
import { mostText } from './limitText.ts';

type Then = ResponseOf<Contract['POST /api/console/members/:id/moment']>;

/** The member's account at any moment, to the second. */
export function MemberThen({ id }: { id: string }) {
  const t = useT();
  const [time, setTime] = useState(() => fieldTime(Date.now()));
  const at = momentOf(time);
  const asked = useMutation({
    mutationFn: (moment: string) =>
      client('POST /api/console/members/:id/moment', { params: { id }, body: { at: moment } }),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (at !== undefined) asked.mutate(at);
  }
  return (
    <section className="member-then">
      <form onSubmit={submit}>
        <TextInput
          type="datetime-local"
          step={1}
          label={<span>{`${t('members.then')} · ${t('members.thenAt')}`}</span>}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={at === undefined} loading={asked.isPending}>
          {t('members.thenShow')}
        </Button>
      </form>
      {asked.isError && <p role="alert">{errorText(asked.error)}</p>}
      {asked.data && <Shown then={asked.data} />}
    </section>
  );
}

function Shown({ then }: { then: Then }) {
  const t = useT();
  return (
    <>
      <h2>{t('members.thenTitle', { time: dateTimeText(then.at) })}</h2>
      <Facts
        rows={[
          [t('members.available'), bahtText(then.available)],
          [t('members.held'), bahtText(then.held)],
          [t('members.inTransfer'), bahtText(then.inTransfer)],
          [t('members.coin'), then.coin === null ? t('members.thenNoCoins') : wholeText(then.coin)],
          ...then.bonuses.map(
            ({ name, bonus, since }) =>
              [
                t('members.thenBonus'),
                [name, bahtText(bonus), dateTimeText(since)].filter(Boolean).join(' · '),
                'fixed',
              ] as const,
          ),
          ...then.limits.map(
            ({ kind, period, most }) =>
              [
                t('members.thenLimit'),
                `${t(`members.limit.${kind}`)} · ${t(`members.limitPeriod.${period}`)} · ${mostText(kind, most)}`,
              ] as const,
          ),
        ]}
      />
    </>
  );
}
