import type { Elements } from '@krapao/ui/elements.ts';
import { Image, Trash2, Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useT } from '../../i18n/i18n.ts';
import { slipReasonText } from '../../i18n/slipReasonText.ts';
import { Footer } from './Footer.tsx';
import { SlipCard } from './SlipCard.tsx';
import { slipScreen } from './slipScreen.ts';
import { SLIP_ACCEPT } from './uploadSlip.ts';
import { useSlip } from './useSlip.ts';
import { useSlipAge } from './useSlipAge.ts';

interface SlipPanelProps {
  /** The member's registered account name; the slip must show it as the sender. */
  accountName: string;
  /** The picture to begin with. */
  given: File | undefined;
  /** While sending, the dialog stays open. */
  onBusy: (busy: boolean) => void;
  onCredited: (amount: number) => void;
  onDone: () => void;
  /** A way to the team after a refused slip. */
  help: Elements;
}

/** Chooses, uploads and follows a slip (DEP-05). */
export function SlipPanel({ accountName, given, onBusy, onCredited, onDone, help }: SlipPanelProps) {
  const t = useT();
  const { view, choose, send, stop, remove } = useSlip(onCredited);
  const { notice, button } = slipScreen(view, slipReasonText);
  const chooser = useRef<HTMLInputElement>(null);
  const isSending = view.phase === 'sending';
  const tellBusy = useEffectEvent(onBusy);
  useEffect(() => tellBusy(isSending), [isSending]);
  const begin = useEffectEvent(() => choose(given));
  useEffect(() => begin(), []);
  const acts = { send, another: remove, leave: onDone };

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
              <IconButton label={t('slip.remove')} onClick={remove}>
                <Trash2 size={20} aria-hidden="true" />
              </IconButton>
            </div>
          )}
          {isSending && (
            <Button size="small" className="mt-2 self-start" onClick={stop}>
              {t('slip.stop')}
            </Button>
          )}
        </SlipCard>
      )}
      {view.phase === 'sending' && <Progress name={view.file.name} part={view.part} />}
      {(view.phase === 'empty' || view.phase === 'chosen') && <Checklist accountName={accountName} />}
      <div role="status" className="mt-5">
        <Notice kind={notice.kind} isInRegion>
          {t(...notice.words)}
        </Notice>
      </div>
      {button.act === 'another' && (
        <div className="mt-3">
          <Notice kind="safety">
            <span>{`${t('slip.failedSafe')} `}</span>
            {help}
          </Notice>
        </div>
      )}
      <Footer>
        <Button
          variant="primary"
          full
          disabled={button.isOff}
          busyLabel={isSending && t('slip.sending')}
          onClick={acts[button.act]}
        >
          {t(...button.words)}
        </Button>
      </Footer>
    </div>
  );
}

function Progress({ name, part }: { name: string; part: number }) {
  const t = useT();
  const percent = Math.round(part * 100);
  return (
    <div className="mt-4">
      <div className="flex justify-between gap-3 text-small">
        <span className="clip text-ink-2">{t('slip.sendingName', { name })}</span>
        <span className="num font-semi">{`${percent}%`}</span>
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

/** What to check before uploading. */
function Checklist({ accountName }: { accountName: string }) {
  const t = useT();
  const age = useSlipAge();
  return (
    <>
      <h3 className="mt-6">{t('slip.checklist')}</h3>
      {/* No ticks: nobody has looked at the slip. */}
      <ul className="mt-1 flex list-disc flex-col gap-1.5 pl-5 text-small text-ink-2">
        {[t('slip.check1', { age }), t('slip.check2', { name: accountName }), t('slip.check3')].map(
          (text) => (
            <li key={text}>{text}</li>
          ),
        )}
      </ul>
    </>
  );
}
