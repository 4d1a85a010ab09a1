import type { LimitPeriod } from '@krapao/contract/api/protection/limits';
import { useState } from 'react';
import { AmountInput } from '../../components/AmountInput.tsx';
import { Button } from '../../components/Button.tsx';
import { Fold } from '../../components/Fold.tsx';
import { Form } from '../../components/Form.tsx';
import { Segments } from '../../components/Segments.tsx';
import { useT } from '../../i18n/i18n.ts';
import { readLimit } from './limitForm.ts';
import type { Limits } from './queries.ts';
import { useAnswerOffer } from './useAnswerOffer.ts';

/**
 * The form of the limit that is offered before money moves: the member fills the box, and nothing is filled in (protection.md
 * 1, 4).
 */
export function LimitOffer({ limits }: { limits: Limits['limits'] }) {
  const t = useT();
  const [period, setPeriod] = useState<LimitPeriod>('day');
  const [deposit, setDeposit] = useState('');
  const [loss, setLoss] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const read = readLimit(deposit, 'deposit', period, null);
  const readLoss = readLimit(loss, 'loss', period, null);
  const hasLoss = limits.some(({ kind }) => kind === 'loss');
  const give = useAnswerOffer(period);

  function submit() {
    setIsAsked(true);
    if (read.effect === 'strict')
      give.mutate({
        answer: 'set',
        deposit: read.most,
        loss: readLoss.effect === 'strict' ? readLoss.most : null,
      });
  }

  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">{t('safe.offer.text')}</p>
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
        error={isAsked && read.effect === 'none' ? t('safe.form.required') : undefined}
      />
      {hasLoss && (
        <Fold summary={<span className="text-small text-ink-2">{t('safe.offer.loss')}</span>}>
          <AmountInput
            label={`${t('safe.kind.loss')} · ${t(`safe.period.${period}`)}`}
            value={loss}
            onChange={setLoss}
            hint={t('safe.about.loss')}
          />
        </Fold>
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
    </Form>
  );
}
