import { countdownText } from '@krapao/ui/duration.ts';
import { kipText, rateText } from '@krapao/ui/kip.ts';
import { bahtText, wholeText } from '@krapao/ui/money.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { Download, ExternalLink, Timer } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { AmountInput, amountOf } from '../../components/AmountInput.tsx';
import { Button } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { MoneyNotice } from '../../components/MoneyNotice.tsx';
import { Notice } from '../../components/Notice.tsx';
import { RichText } from '../../components/RichText.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { toast } from '../../components/toast.ts';
import { useVoice } from '../../components/useVoice.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { useT } from '../../i18n/i18n.ts';
import { kipOf } from '../../lib/kip.ts';
import { canCreateQr, presetsWith, type QrChannel } from './channels.ts';
import { Footer } from './Footer.tsx';
import { PayFrom, type RegisteredAccount } from './PayFrom.tsx';
import type { QrView } from './qrCountdown.ts';
import { useCancelQr, useCreateQr } from './queries.ts';
import { savePicture, svgIn } from './savePicture.ts';
import { useQr } from './useQr.ts';

interface QrFormProps {
  channel: QrChannel;
  depositMin: number;
  /** The rate in kip for one baht, when the channel uses kip. */
  kipForBaht: number | undefined;
  /** The amount of the member's last QR here (baht). */
  lastAmount: number | null;
  account: RegisteredAccount;
  onCredited: (amount: number) => void;
}

/** The amount, then the QR with its countdown until it is paid, cancelled or expired (DEP-06 to DEP-11). */
export function QrForm({ channel, depositMin, kipForBaht, lastAmount, account, onCredited }: QrFormProps) {
  const t = useT();
  const { bankCode } = channel.bank;
  const [typed, setTyped] = useState(lastAmount === null ? '' : String(lastAmount));
  const { view, isLoading, error, retry } = useQr(bankCode, onCredited);
  const create = useCreateQr(bankCode, onCredited);
  const cancel = useCancelQr(bankCode);
  const picture = useRef<HTMLDivElement>(null);
  const amount = amountOf(typed);
  const minimum = Math.max(channel.minimum, depositMin);
  const isOpen = view.phase === 'open';
  const isDropped = view.phase === 'none' && view.dropped !== null;
  const emptyText = channel.isPage
    ? t(isDropped ? 'qr.pageExpired' : 'qr.pageIntro')
    : t(isDropped ? 'qr.expired' : 'qr.intro');
  useVoice(isDropped ? emptyText : null);
  const presets = presetsWith(channel.presets, lastAmount);
  const preset = isOpen ? Math.floor(view.amount) : amount;

  async function save() {
    if (!picture.current) return;
    await savePicture(
      await svgIn(picture.current),
      `krapao-qr-${view.phase === 'open' ? view.amount : ''}.png`,
    ).catch(() => toast.error(() => t('qr.saveFailed')));
  }

  if (error)
    return (
      <div className="mt-4">
        <LoadFailed message={errorMessage(error)} onRetry={retry} />
      </div>
    );

  return (
    <div className="qr-columns">
      <div className="min-w-0">
        <div className="qr-amount mb-4">
          <AmountInput
            label={t('money.amount')}
            value={isOpen ? String(view.amount) : typed}
            onChange={setTyped}
            readOnly={isOpen || create.phase !== 'idle'}
            hint={
              channel.maximum === null
                ? t('qr.minimum', { amount: wholeText(minimum) })
                : t('qr.limits', { minimum: wholeText(minimum), maximum: wholeText(channel.maximum) })
            }
          />
        </div>
        {kipForBaht !== undefined && !isOpen && (
          <p className="mb-4 text-small text-ink-2">
            {amount > 0 && (
              <span className="num block text-body font-semi text-ink" role="status">
                {t('qr.kipAbout', { kip: kipText(kipOf(amount, kipForBaht)) })}
              </span>
            )}
            <span>{t('qr.kipRate', { kip: rateText(kipForBaht) })}</span>
          </p>
        )}
        <Chips
          label={t('money.presets')}
          fill
          value={presets.find((value) => value === preset) ?? null}
          onChange={(value) => setTyped(String(value))}
          options={presets.map((value) => ({
            value,
            text: wholeText(value),
            disabled: isOpen || create.phase !== 'idle',
          }))}
        />
        <div className="qr-note">
          <Notice>{t(channel.isPage ? 'qr.pageRules' : 'qr.rules')}</Notice>
          <PayFrom account={account} />
        </div>
      </div>
      <div className="qr-side">
        {view.phase === 'open' && <OpenQr view={view} picture={picture} />}
        {!isOpen && create.phase === 'idle' && <p className="qr-empty">{emptyText}</p>}
        {!isOpen &&
          (create.phase === 'unclear' ? (
            <Notice kind="wait">{t(channel.isPage ? 'qr.pageUnclear' : 'qr.unclear')}</Notice>
          ) : (
            <MoneyNotice phase={create.phase} />
          ))}
      </div>
      <Footer>
        {isOpen ? (
          <div className="grid grid-cols-[1fr_1.6fr] gap-2.5">
            <Button
              className="px-2.5"
              busyLabel={cancel.isPending && t('qr.cancelling')}
              onClick={() => cancel.mutate(view.qrcodeId)}
            >
              {t(view.payUrl === undefined ? 'qr.cancel' : 'qr.pageCancel')}
            </Button>
            {view.payUrl === undefined ? (
              <Button
                variant="primary"
                className="px-2.5"
                icon={<Download aria-hidden="true" />}
                onClick={save}
              >
                {t('qr.save')}
              </Button>
            ) : (
              <a
                className="button button-primary px-2.5"
                href={view.payUrl}
                target="_blank"
                rel="noopener noreferrer"
              >
                <ExternalLink aria-hidden="true" />
                <span>{t('qr.openPage')}</span>
              </a>
            )}
          </div>
        ) : (
          <Button
            variant="primary"
            full
            disabled={isLoading || !canCreateQr(channel, amount)}
            busyLabel={
              create.isBusy &&
              t(
                create.phase === 'checking'
                  ? 'money.checking'
                  : channel.isPage
                    ? 'qr.pagePreparing'
                    : 'qr.creating',
              )
            }
            onClick={() => create.create(amount)}
          >
            {t(create.phase === 'unclear' ? 'money.askAgain' : channel.isPage ? 'qr.pageGo' : 'qr.create')}
          </Button>
        )}
      </Footer>
    </div>
  );
}

const MINUTE_MS = 60_000;

interface OpenQrProps {
  view: Extract<QrView, { phase: 'open' }>;
  picture: RefObject<HTMLDivElement | null>;
}

function OpenQr({ view, picture }: OpenQrProps) {
  const t = useT();
  const left = Math.max(0, view.deadline - useNow(500));
  const amount = view.kip === undefined ? bahtText(view.amount) : kipText(view.kip);
  // What is said once is true when it is said.
  const [minutes] = useState(Math.max(1, Math.floor(left / MINUTE_MS)));
  useVoice(t(view.payUrl === undefined ? 'qr.ready' : 'qr.pageReady', { amount, minutes }));
  // On a phone that lies on its side it is below the view.
  useEffect(() => {
    picture.current?.scrollIntoView({ block: 'nearest' });
  }, [picture]);
  return (
    <div className="flex flex-col items-center gap-3.5">
      <div
        ref={picture}
        className={`qr-frame qr-picture ${view.payUrl === undefined ? '' : 'max-md:hidden'}`}
        role="img"
        aria-label={t('qr.picture', { amount })}
      >
        {view.markup ? <RichText html={view.markup} /> : <Skeleton className="size-full" />}
      </div>
      <div className="text-center">
        <p translate="no" className="num text-[2rem]/[1.3] font-semi">
          {amount}
        </p>
        {view.kip !== undefined && (
          <p className="num text-small text-ink-2">{t('qr.kipCredits', { amount: bahtText(view.amount) })}</p>
        )}
        <p className="flex items-center justify-center gap-2">
          <Timer size={18} aria-hidden="true" className="text-turm" />
          <span className="text-small text-ink-2">{t('qr.expiresIn')}</span>
          <span role="timer" aria-live="off" className="num text-h3 font-semi">
            {countdownText(left)}
          </span>
        </p>
        <div className="progress mx-auto mt-2 w-55" aria-hidden="true">
          <i style={{ width: `${Math.min(100, (left / view.lifetime) * 100)}%` }} />
        </div>
      </div>
      {view.isDemonstration && (
        <div className="w-full max-w-80">
          <Notice kind="wait">{t('qr.demonstration')}</Notice>
        </div>
      )}
      {view.payUrl !== undefined && (
        <>
          <p className="max-w-80 text-center text-caption text-ink-3 max-md:hidden">{t('qr.page')}</p>
          <p className="max-w-80 text-center text-small text-ink-2 md:hidden">{t('qr.pageHere')}</p>
        </>
      )}
      {view.payUrl === undefined && (view.kip !== undefined || Math.floor(view.amount) !== view.amount) && (
        <p className="max-w-80 text-center text-caption text-ink-3">
          {t(view.kip === undefined ? 'qr.exact' : 'qr.exactKip')}
        </p>
      )}
    </div>
  );
}
