import { countdownText } from '@krapao/ui/duration.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t as say, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { toLogin } from '../../lib/paths.ts';
import { serverNow } from '../../lib/serverClock.ts';
import { endSession } from '../../lib/session.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import type { Pause } from './queries.ts';

/** The way back after an exclusion: the member asks, thinks for a day, and acts (protection.md 14). */
export function ReturnCard({ pause }: { pause: Pause }) {
  const t = useT();
  const now = useNow(1_000, serverNow);
  const queryClient = useQueryClient();
  const failed = (error: Error) => toast.error(() => errorMessage(error));
  const ask = useSingleMutation<Pause, void>({
    mutationFn: () => client('POST /api/protection/return'),
    onError: failed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['protection'] }),
  });
  const confirm = useSingleMutation<unknown, void>({
    mutationFn: () => client('POST /api/protection/return/confirm'),
    onSuccess: () => {
      toLogin();
      endSession();
      toast.success(() => say('safe.return.done'));
    },
    onError: failed,
  });
  const { mayAsk, returnsFrom } = pause;
  if (!mayAsk && returnsFrom === null) return null;
  const left = returnsFrom === null ? 0 : Date.parse(returnsFrom) - now;
  return (
    <div className="card mt-2.5 flex flex-col gap-3 px-4.5 py-4">
      <h3>{t('safe.return.ask')}</h3>
      {returnsFrom === null ? (
        <>
          <p className="text-small text-ink-2">{t('safe.return.text')}</p>
          <Button
            variant="outline"
            full
            busyLabel={ask.isPending && t('safe.return.asking')}
            onClick={() => ask.mutate()}
          >
            {t('safe.return.ask')}
          </Button>
        </>
      ) : left > 0 ? (
        <>
          <p className="text-small text-ink-2">
            {t('safe.return.from', { time: dateTimeText(returnsFrom) })}
          </p>
          <p role="timer" aria-live="off" className="num text-small text-ink-2">
            {t('safe.next.left', { left: countdownText(left) })}
          </p>
        </>
      ) : (
        <>
          <p className="text-small text-ink-2">{t('safe.return.ready')}</p>
          <Button
            variant="outline"
            full
            busyLabel={confirm.isPending && t('safe.next.confirming')}
            onClick={() => confirm.mutate()}
          >
            {t('safe.return.confirm')}
          </Button>
        </>
      )}
    </div>
  );
}
