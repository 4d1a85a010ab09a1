import type { LimitPeriod } from '@krapao/contract/api/protection/limits';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { AmountInput } from '../../components/AmountInput.tsx';
import { Button } from '../../components/Button.tsx';
import { Segments } from '../../components/Segments.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t as say, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { readLimit } from './limitForm.ts';
import { type Limits, pauseQuery } from './queries.ts';

type Answer = { answer: 'set'; deposit: number; loss: number | null } | { answer: 'without' };

/**
 * Offers a deposit limit before the first deposit. The member fills the box; setting is what Enter does, and doing without
 * is asked a second time (protection.md 1, 4).
 */
export function LimitOffer({ limits }: { limits: Limits['limits'] }) {
  const t = useT();
  const queryClient = useQueryClient();
  const [period, setPeriod] = useState<LimitPeriod>('day');
  const [deposit, setDeposit] = useState('');
  const [loss, setLoss] = useState('');
  const [isLeaving, setIsLeaving] = useState(false);
  const read = readLimit(deposit, 'deposit', period, null);
  const readLoss = readLimit(loss, 'loss', period, null);
  const hasLoss = limits.some(({ kind }) => kind === 'loss');
  const give = useSingleMutation<void, Answer>({
    mutationFn: async (answer) => {
      if (answer.answer === 'set') {
        const { deposit, loss } = answer;
        const set = (kind: 'deposit' | 'loss', most: number) =>
          client('PUT /api/protection/limits/:kind/:period', { params: { kind, period }, body: { most } });
        await set('deposit', deposit);
        if (loss !== null) await set('loss', loss);
      }
      await client('POST /api/protection/offer', { body: { answer: answer.answer } });
    },
    onSuccess: (_, { answer }) => {
      if (answer === 'set') toast.success(() => say('safe.holds'));
      queryClient.setQueryData(
        pauseQuery.queryKey,
        (view) => view && { ...view, reminders: view.reminders.filter((one) => one !== 'offer') },
      );
    },
    onError: (error) => toast.error(() => errorMessage(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['protection'] }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (read.effect === 'strict')
      give.mutate({
        answer: 'set',
        deposit: read.most,
        loss: readLoss.effect === 'strict' ? readLoss.most : null,
      });
  }

  if (isLeaving)
    return (
      <div className="flex flex-col gap-3">
        <h3>{t('safe.offer.sure')}</h3>
        <p className="text-ink-2">{t('safe.offer.sureText')}</p>
        <Button variant="primary" full disabled={give.isPending} onClick={() => setIsLeaving(false)}>
          {t('safe.offer')}
        </Button>
        <Button
          full
          busyLabel={give.isPending && t('saving')}
          onClick={() => give.mutate({ answer: 'without' })}
        >
          {t('safe.offer.yes')}
        </Button>
      </div>
    );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div>
        <h3>{t('safe.offer')}</h3>
        <p className="text-ink-2">{t('safe.offer.text')}</p>
      </div>
      <Segments
        label={t('safe.howLong')}
        value={period}
        onChange={setPeriod}
        options={limits
          .filter(({ kind }) => kind === 'deposit')
          .map((limit) => ({ value: limit.period, text: t(`safe.period.${limit.period}`) }))}
      />
      <AmountInput
        label={t('safe.form.most', { period: t(`safe.period.${period}`) })}
        value={deposit}
        onChange={setDeposit}
        hint={t('safe.about.deposit')}
      />
      {hasLoss && (
        <details className="fold">
          <summary className="flex min-h-12 items-center text-small text-ink-2 underline">
            {t('safe.offer.loss')}
          </summary>
          <AmountInput
            label={`${t('safe.kind.loss')} · ${t(`safe.period.${period}`)}`}
            value={loss}
            onChange={setLoss}
            hint={t('safe.about.loss')}
          />
        </details>
      )}
      <Button
        type="submit"
        variant="primary"
        full
        disabled={read.effect !== 'strict'}
        busyLabel={give.isPending && t('saving')}
      >
        {t('safe.form.hold')}
      </Button>
      <Button variant="text" full disabled={give.isPending} onClick={() => setIsLeaving(true)}>
        {t('safe.offer.without')}
      </Button>
    </form>
  );
}
