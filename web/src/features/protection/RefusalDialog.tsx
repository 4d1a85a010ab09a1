import { dateTimeText } from '@krapao/ui/time.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { dismissAlert, useAlert } from '../../components/alert.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Link } from '../../components/Link.tsx';
import { dismissToast, useToasts } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { dismissRefusal, useRefusal } from '../../lib/refusal.ts';
import { PauseNotice } from './PauseNotice.tsx';
import { type Limit, limitsQuery, pauseQuery } from './queries.ts';

/** Says kindly why something was refused, until when, and where to read more. Takes the place of the short message. */
export default function RefusalDialog() {
  const t = useT();
  const id = useId();
  const queryClient = useQueryClient();
  const refused = useRefusal();
  const code = refused?.code;
  // What is answered elsewhere: the check of playing time opens by itself, the deposit dialog asks to acknowledge.
  const isAnswered = code === 'REALITY_CHECK_DUE' || code === 'DEPOSITS_UNREAD';
  const message = refused && errorMessage(refused);
  const { data: limits } = useQuery({ ...limitsQuery, enabled: code === 'LIMIT_REACHED', staleTime: 0 });
  const { data: pause } = useQuery({ ...pauseQuery, enabled: code === 'PLAY_PAUSED', staleTime: 0 });
  const toasts = useToasts();
  const alert = useAlert();
  useEffect(() => {
    if (!isAnswered) return;
    void queryClient.invalidateQueries({ queryKey: ['protection'] }).then(dismissRefusal);
  }, [isAnswered, queryClient]);
  useEffect(() => {
    if (message === null) return;
    for (const { id, text } of toasts) if (text() === message) dismissToast(id);
    if (alert?.message === message) dismissAlert();
  }, [message, toasts, alert]);
  if (code !== 'LIMIT_REACHED' && code !== 'PLAY_PAUSED' && code !== 'LEVEL_REQUIRED') return null;
  const isOfLevel = code === 'LEVEL_REQUIRED';
  const full = limits?.limits.filter(isFull) ?? [];
  return (
    <Dialog
      open
      onClose={dismissRefusal}
      title={t(`safe.refused.${code}`)}
      shape="centred"
      role="alertdialog"
      describedBy={id}
    >
      <div id={id}>
        {pause?.pause ? <PauseNotice pause={pause.pause} /> : <p className="text-ink-2">{message}</p>}
        {full.length > 0 && (
          <ul className="mt-3 flex flex-col gap-1 text-small text-ink-2">
            {full.map(({ kind, period, opensAt }) => (
              <li key={`${kind} ${period}`}>
                {`${t(`safe.kind.${kind}`)} · ${t(`safe.period.${period}`)}${opensAt !== null ? ` · ${t('safe.opensAt', { time: dateTimeText(opensAt) })}` : ''}`}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="mt-5 flex flex-col gap-2">
        <Link
          href={isOfLevel ? paths.profileAccount : paths.saferPlay}
          className="button button-primary button-full"
          onClick={dismissRefusal}
        >
          {t(isOfLevel ? 'safe.toProfile' : 'safe.toCentre')}
        </Link>
        <Button variant="text" full onClick={dismissRefusal}>
          {t('dialog.close')}
        </Button>
      </div>
    </Dialog>
  );
}

const isFull = ({ most, used }: Limit) => most !== null && used >= most;
