import { LIMIT_UNITS } from '@krapao/contract/api/protection/limits';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AmountInput } from '../../components/AmountInput.tsx';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Form } from '../../components/Form.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t as say, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { highestOf, readLimit } from './limitForm.ts';
import { type Limit, type Limits, limitsQuery } from './queries.ts';
import { minutesText, mostText } from './words.ts';

const LABEL = {
  baht: 'safe.form.most',
  bets: 'safe.form.mostBets',
  minutes: 'safe.form.mostMinutes',
} as const;

interface LimitDialogProps {
  open: boolean;
  limit: Limit;
  coolingHours: number;
  onClose: () => void;
}

/** Sets one limit in a box that the member fills: nothing is offered and nothing is filled in (protection.md 1, 6, 7). */
export default function LimitDialog({ open, limit, coolingHours, onClose }: LimitDialogProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const { kind, period, most } = limit;
  const [typed, setTyped] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const read = readLimit(typed, kind, period, most);
  const save = useSingleMutation<Limits, number | null>({
    mutationFn: (next) =>
      client('PUT /api/protection/limits/:kind/:period', { params: { kind, period }, body: { most: next } }),
    onSuccess: (view) => {
      queryClient.setQueryData(limitsQuery.queryKey, view);
      const waiting = view.limits.find((one) => one.kind === kind && one.period === period)?.next;
      toast.success(() =>
        waiting ? say('safe.waits', { time: dateTimeText(waiting.from) }) : say('safe.holds'),
      );
      setTyped('');
      setIsAsked(false);
      setIsRemoving(false);
      onClose();
    },
    onError: (error) => toast.error(() => errorMessage(error)),
  });
  const label = t(`safe.period.${period}`);
  const isMinutes = kind === 'time';

  function submit() {
    setIsAsked(true);
    if (read.effect === 'strict' || read.effect === 'loose') save.mutate(read.most);
  }

  function problem(): string | undefined {
    if (read.effect === 'invalid')
      return t(read.why, { time: mostText(kind, highestOf(kind, period)), period: label });
    if (!isAsked) return undefined;
    if (read.effect === 'same') return t('safe.form.same');
    return read.effect === 'none' ? t('safe.form.required') : undefined;
  }

  function hint(): string | undefined {
    if (read.effect === 'same') return t('safe.form.same');
    if (read.effect !== 'strict' && read.effect !== 'loose') return undefined;
    const words =
      read.effect === 'strict' ? t('safe.form.atOnce') : t('safe.form.later', { hours: coolingHours });
    return isMinutes ? `${t('safe.form.inWords', { time: minutesText(read.most) })} ${words}` : words;
  }

  return (
    <Dialog open={open} onClose={onClose} title={t(`safe.kind.${kind}`)} busy={save.isPending}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <div>
          <p className="text-small text-ink-2">{t(`safe.about.${kind}`)}</p>
          <p className="num text-small whitespace-normal text-ink-2">
            {`${label} · ${t('safe.form.now', { most: mostText(kind, most) })}`}
          </p>
        </div>
        <AmountInput
          label={t(LABEL[LIMIT_UNITS[kind]], { period: label })}
          sign={LIMIT_UNITS[kind] === 'baht' ? '฿' : ''}
          value={typed}
          onChange={setTyped}
          hint={hint()}
          error={problem()}
        />
        <Button
          type="submit"
          variant="primary"
          full
          disabled={read.effect !== 'strict' && read.effect !== 'loose'}
          busyLabel={save.isPending && t('saving')}
        >
          {t(read.effect === 'loose' ? 'safe.form.ask' : 'safe.form.hold')}
        </Button>
        {most !== null && (
          <Button variant="text" full disabled={save.isPending} onClick={() => setIsRemoving(true)}>
            {t('safe.form.remove')}
          </Button>
        )}
      </Form>
      <ConfirmDialog
        open={isRemoving}
        title={t('safe.form.removeTitle')}
        confirmLabel={t('safe.form.remove')}
        busyLabel={save.isPending && t('saving')}
        onConfirm={() => save.mutate(null)}
        onClose={() => setIsRemoving(false)}
      >
        <p className="text-ink-2">{t('safe.form.later', { hours: coolingHours })}</p>
      </ConfirmDialog>
    </Dialog>
  );
}
