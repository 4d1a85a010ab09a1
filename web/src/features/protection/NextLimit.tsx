import { countdownText } from '@krapao/ui/duration.ts';
import { dateTimeText } from '@krapao/ui/time.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t as say, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { useLimitedAccess } from '../../lib/limitedAccess.ts';
import { serverNow } from '../../lib/serverClock.ts';
import { useSingleMutation } from '../../lib/useSingleMutation.ts';
import { type Limit, limitsQuery } from './queries.ts';
import { mostText } from './words.ts';

/** A looser limit that waits for the cooling-off, or for the second yes after it. */
export function NextLimit({
  limit: { kind, period },
  next,
}: {
  limit: Limit;
  next: NonNullable<Limit['next']>;
}) {
  const t = useT();
  const now = useNow(1_000, serverNow);
  const queryClient = useQueryClient();
  const isLimited = useLimitedAccess();
  const isReady = next.isReady || now >= Date.parse(next.from);
  const params = { kind, period };
  const failed = (error: Error) => toast.error(() => errorMessage(error));
  const confirm = useSingleMutation<Awaited<ReturnType<typeof call>>, void>({
    mutationFn: () => call('confirm'),
    onSuccess: (view) => {
      queryClient.setQueryData(limitsQuery.queryKey, view);
      toast.success(() => say(next.most === null ? 'safe.ended' : 'safe.holds'));
    },
    onError: failed,
  });
  const takeBack = useSingleMutation<Awaited<ReturnType<typeof call>>, void>({
    mutationFn: () => call('takeBack'),
    onSuccess: (view) => {
      queryClient.setQueryData(limitsQuery.queryKey, view);
      toast.success(() => say('safe.next.kept'));
    },
    onError: failed,
  });
  function call(what: 'confirm' | 'takeBack') {
    return what === 'confirm'
      ? client('POST /api/protection/limits/:kind/:period/confirm', { params })
      : client('DELETE /api/protection/limits/:kind/:period/next', { params });
  }
  const isBusy = confirm.isPending || takeBack.isPending;
  return (
    <div className="mt-2">
      <Notice kind="time">
        <p className="num font-medium whitespace-normal text-ink">
          {t('safe.next', { most: mostText(kind, next.most) })}
        </p>
        <p>{isReady ? t('safe.next.ready') : t('safe.next.from', { time: dateTimeText(next.from) })}</p>
        {!isReady && (
          <p role="timer" aria-live="off" className="num">
            {t('safe.next.left', { left: countdownText(Date.parse(next.from) - now) })}
          </p>
        )}
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            size="small"
            disabled={isBusy}
            busyLabel={takeBack.isPending && t('safe.next.takingBack')}
            onClick={() => takeBack.mutate()}
          >
            {t('safe.next.takeBack')}
          </Button>
          {isReady && !isLimited && (
            <Button
              size="small"
              variant="outline"
              disabled={isBusy}
              busyLabel={confirm.isPending && t('safe.next.confirming')}
              onClick={() => confirm.mutate()}
            >
              {t('safe.next.confirm')}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}
