import { ApiError } from '@krapao/contract/client';
import { bahtText } from '@krapao/ui/money.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, CircleCheck, CircleX, Clock, Image, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Notice } from '../../components/Notice.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { slipReasonText } from '../../i18n/slipReasonText.ts';
import { isOutcomeUnknown } from '../../lib/moneyOutcome.ts';
import { useActionKeys } from '../../lib/useActionKeys.ts';
import { Footer } from './Footer.tsx';
import { slipQuery } from './queries.ts';
import { type SlipView, slipReducer } from './slipUpload.ts';
import { SLIP_ACCEPT, slipFileProblem, uploadSlip } from './uploadSlip.ts';
import { useSlipAge } from './useSlipAge.ts';

interface SlipPanelProps {
  /** The member's registered account name, which the slip must come from. */
  accountName: string;
  /** While sending, the dialog stays open. */
  onBusy: (busy: boolean) => void;
  onCredited: (amount: number) => void;
  onDone: () => void;
}

/** Choosing, sending and following a slip (DEP-05). */
export function SlipPanel({ accountName, onBusy, onCredited, onDone }: SlipPanelProps) {
  const t = useT();
  const queryClient = useQueryClient();
  const [view, dispatch] = useReducer(slipReducer, { phase: 'empty' } as SlipView);
  const chooser = useRef<HTMLInputElement>(null);
  const upload = useRef<AbortController>(null);
  const keys = useActionKeys();
  const isSending = view.phase === 'sending';

  const tellBusy = useEffectEvent(onBusy);
  useEffect(() => tellBusy(isSending), [isSending]);
  useEffect(() => () => upload.current?.abort(), []);

  const followed = view.phase === 'checking' ? view.slip._id : null;
  const { data: latest } = useQuery({ ...slipQuery(followed ?? ''), enabled: followed !== null });
  useEffect(() => {
    if (latest) dispatch({ type: 'answered', slip: latest });
  }, [latest]);

  const ended = view.phase === 'ended' ? view.slip : null;
  const announce = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey: ['statement'] });
    if (ended?.status === 'SUCCESS' && !ended.isRepeat) onCredited(ended.amount ?? 0);
  });
  useEffect(() => {
    if (ended) announce();
  }, [ended]);

  function choose(file: File | undefined) {
    if (!file) return;
    const problem = slipFileProblem(file);
    if (problem) toast.error(() => t(`slip.bad.${problem}`));
    else dispatch({ type: 'chose', file });
  }

  async function send(file: File) {
    upload.current = new AbortController();
    dispatch({ type: 'sent' });
    try {
      const { signal } = upload.current;
      const slip = await uploadSlip(file, {
        signal,
        idempotencyKey: keys.keyFor(`slip ${file.name} ${file.size} ${file.lastModified}`),
        onProgress: (part) => dispatch({ type: 'progressed', part }),
      });
      keys.settle();
      dispatch({ type: 'answered', slip });
    } catch (error) {
      dispatch({ type: 'stopped' });
      // Who stops an upload does not know whether it has arrived.
      if (!isStopped(error) && !isOutcomeUnknown(error)) keys.settle();
      if (!isStopped(error)) toast.error(() => errorMessage(error));
    }
  }

  return (
    <div className="slip">
      <input
        ref={chooser}
        type="file"
        accept={SLIP_ACCEPT}
        className="sr-only"
        tabIndex={-1}
        aria-label={t('slip.choose')}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {view.phase === 'empty' ? (
        <button type="button" className="slip-drop" onClick={() => chooser.current?.click()}>
          <Upload size={26} strokeWidth={1.6} aria-hidden="true" className="text-gold" />
          <span>
            <span className="block font-semi">{t('slip.choose')}</span>
            <span className="block text-small text-ink-3">{t('slip.types')}</span>
          </span>
        </button>
      ) : (
        <SlipCard view={view}>
          {view.phase === 'chosen' && (
            <div className="mt-2 flex flex-wrap items-center gap-2">
              <Button
                size="small"
                icon={<Image aria-hidden="true" />}
                onClick={() => chooser.current?.click()}
              >
                {t('slip.change')}
              </Button>
              <IconButton label={t('slip.remove')} onClick={() => dispatch({ type: 'removed' })}>
                <Trash2 size={20} aria-hidden="true" />
              </IconButton>
            </div>
          )}
          {isSending && (
            <Button size="small" className="mt-2 self-start" onClick={() => upload.current?.abort()}>
              {t('slip.stop')}
            </Button>
          )}
        </SlipCard>
      )}
      {view.phase === 'sending' && <Progress name={view.file.name} part={view.part} />}
      {(view.phase === 'empty' || view.phase === 'chosen') && <Checklist accountName={accountName} />}
      <div role="status" className="mt-5">
        {view.phase === 'ended' && view.slip.status === 'FAILED' ? (
          <Notice kind="error">{t('slip.failed', { reason: slipReasonText(view.slip.note) })}</Notice>
        ) : (
          <Notice kind={view.phase === 'ended' ? 'success' : 'time'}>
            {t(
              view.phase === 'ended'
                ? view.slip.isRepeat
                  ? 'slip.again'
                  : 'slip.done'
                : view.phase === 'checking'
                  ? 'slip.checkingText'
                  : 'slip.note',
            )}
          </Notice>
        )}
      </div>
      <Footer>
        {view.phase === 'ended' && view.slip.status === 'FAILED' ? (
          <Button variant="primary" full onClick={() => dispatch({ type: 'removed' })}>
            {t('slip.another')}
          </Button>
        ) : view.phase === 'ended' || view.phase === 'checking' ? (
          <Button variant="primary" full onClick={onDone}>
            {t(view.phase === 'ended' ? 'dialog.ok' : 'slip.later')}
          </Button>
        ) : (
          <Button
            variant="primary"
            full
            disabled={view.phase === 'empty'}
            busyLabel={isSending && t('slip.sending')}
            onClick={() => view.phase === 'chosen' && send(view.file)}
          >
            {t('slip.send')}
          </Button>
        )}
      </Footer>
    </div>
  );
}

const isStopped = (error: unknown) => error instanceof ApiError && error.reason === 'aborted';

interface SlipCardProps {
  view: Exclude<SlipView, { phase: 'empty' }>;
  children: ReactNode;
}

/** The picture of the slip beside what is known of it. */
function SlipCard({ view, children }: SlipCardProps) {
  const t = useT();
  const { file } = view;
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const slip = view.phase === 'checking' || view.phase === 'ended' ? view.slip : null;
  return (
    <div className="card slip-card">
      <div className="slip-picture">
        {address && <img src={address} alt={t('slip.pictureOf', { name: file.name })} />}
      </div>
      <div className="flex min-w-0 flex-col justify-center gap-1 self-stretch">
        {slip ? (
          <SlipState status={slip.status} />
        ) : (
          <span className="status status-success whitespace-normal">
            <CircleCheck aria-hidden="true" />
            {t('slip.ready')}
          </span>
        )}
        {slip !== null && slip.status !== 'FAILED' && (slip.amount ?? 0) > 0 && (
          <p className="num text-[1.75rem]/[1.4] font-semi">{bahtText(slip.amount)}</p>
        )}
        <span className="text-caption text-ink-2 wrap-anywhere">{file.name}</span>
        <span className="num text-caption text-ink-3">{sizeText(file.size)}</span>
        {children}
      </div>
    </div>
  );
}

function SlipState({ status }: { status: string }) {
  const t = useT();
  if (status === 'SUCCESS')
    return (
      <span className="status status-success whitespace-normal">
        <CircleCheck aria-hidden="true" />
        {t('slip.credited')}
      </span>
    );
  if (status === 'FAILED')
    return (
      <span className="status status-error whitespace-normal">
        <CircleX aria-hidden="true" />
        {t('slip.refused')}
      </span>
    );
  return (
    <span className="status status-wait whitespace-normal">
      <Clock aria-hidden="true" />
      {t('slip.checking')}
    </span>
  );
}

function Progress({ name, part }: { name: string; part: number }) {
  const t = useT();
  const percent = Math.round(part * 100);
  return (
    <div className="mt-4">
      <div className="flex justify-between gap-3 text-small">
        <span className="clip text-ink-2">{t('slip.sendingName', { name })}</span>
        <span className="num font-semi">{percent}%</span>
      </div>
      <div
        className="progress progress-thick mt-1.5"
        role="progressbar"
        aria-label={t('slip.sending')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

/** What to look at before sending. */
function Checklist({ accountName }: { accountName: string }) {
  const t = useT();
  const age = useSlipAge();
  return (
    <>
      <h3 className="mt-6">{t('slip.checklist')}</h3>
      <ul className="mt-1 flex flex-col gap-1.5 text-ink-2">
        {[t('slip.check1', { age }), t('slip.check2', { name: accountName }), t('slip.check3')].map(
          (text) => (
            <li key={text} className="flex items-start gap-2.5 text-small">
              <Check size={18} aria-hidden="true" className="mt-0.5 text-jade" />
              <span>{text}</span>
            </li>
          ),
        )}
      </ul>
    </>
  );
}

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
