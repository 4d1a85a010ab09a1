import { bahtText } from '@krapao/ui/money.ts';
import { clockText } from '@krapao/ui/time.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t as say, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { realityQuery } from './queries.ts';
import { minutesText } from './words.ts';

/** Stands over everything until the member answers: how long they have played, and what came of it (protection.md 15). */
export default function RealityCheck() {
  const t = useT();
  const queryClient = useQueryClient();
  const { data } = useQuery(realityQuery);
  const answer = useSingleMutation<unknown, 'continue' | 'stop'>({
    mutationFn: (answer) => client('POST /api/protection/realityCheck', { body: { answer } }),
    onSuccess: (_, answer) => {
      if (answer === 'stop') toast.success(() => say('safe.check.stopped'));
    },
    onError: (error) => toast.error(() => errorMessage(error)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['protection'] }),
        queryClient.invalidateQueries({ queryKey: ['wallet'], exact: true }),
      ]),
  });
  if (!data) return null;
  const { since, minutes, into, back, net } = data;
  return (
    <Dialog
      open={data.isDue}
      onClose={() => undefined}
      title={t('safe.reality')}
      shape="centred"
      role="alertdialog"
      isBinding
    >
      <p className="text-ink-2">{t('safe.check.played')}</p>
      <p className="num text-[1.75rem]/[1.4] font-semi whitespace-normal">{minutesText(minutes)}</p>
      {since !== null && (
        <p className="num text-small text-ink-3">{t('safe.check.since', { time: clockText(since) })}</p>
      )}
      {net === null ? (
        <p className="mt-3 text-small text-ink-2">{t('safe.check.unknown')}</p>
      ) : (
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
          {[
            ['safe.check.net', net] as const,
            ['safe.check.into', into] as const,
            ['safe.check.back', back] as const,
          ].map(
            ([label, amount]) =>
              amount !== null && (
                <div key={label}>
                  <dt className="text-caption text-ink-3">{t(label)}</dt>
                  <dd translate="no" className="num font-semi">
                    {bahtText(amount)}
                  </dd>
                </div>
              ),
          )}
        </dl>
      )}
      <div className="mt-5 flex flex-col gap-2">
        <Button full isOff={answer.isPending} onClick={() => answer.mutate('stop')}>
          {t('safe.check.stop')}
        </Button>
        <Button full isOff={answer.isPending} onClick={() => answer.mutate('continue')}>
          {t('safe.check.continue')}
        </Button>
      </div>
    </Dialog>
  );
}
