import { countdownText } from '@krapao/ui/duration.ts';
import { kipText } from '@krapao/ui/kip.ts';
import { bahtText } from '@krapao/ui/money.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { Timer } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Notice } from '../../components/Notice.tsx';
import { RichText } from '../../components/RichText.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useVoice } from '../../components/useVoice.ts';
import { useT } from '../../i18n/i18n.ts';
import type { QrView } from './qrCountdown.ts';

const MINUTE_MS = 60_000;

interface QrSheetProps {
  view: Extract<QrView, { phase: 'open' }>;
  picture: RefObject<HTMLDivElement | null>;
}

/**
 * The QR alone, on a bright sheet in both themes: what to pay, how long it can be paid, and that nothing is to be pressed
 * (DEP-07). What must be heeded stands below.
 */
export function QrSheet({ view, picture }: QrSheetProps) {
  const t = useT();
  const left = Math.max(0, view.deadline - useNow(500));
  const isPage = view.payUrl !== undefined;
  const amount = view.kip === undefined ? bahtText(view.amount) : kipText(view.kip);
  // What is said once is true when it is said.
  const [minutes] = useState(Math.max(1, Math.floor(left / MINUTE_MS)));
  useVoice(t(isPage ? 'qr.pageReady' : 'qr.ready', { amount, minutes }));
  // On a phone that lies on its side it is below the view.
  useEffect(() => {
    picture.current?.scrollIntoView({ block: 'nearest' });
  }, [picture]);
  return (
    <>
      <div className="qr-sheet" data-theme="light">
        <div
          ref={picture}
          className={`qr-frame qr-picture ${isPage ? 'max-md:hidden' : ''}`}
          role="img"
          aria-label={t('qr.picture', { amount })}
        >
          {view.markup ? <RichText html={view.markup} /> : <Skeleton className="size-full" />}
        </div>
        <div className="qr-facts">
          <p translate="no" className="num text-[2rem]/[1.3] font-semi">
            {amount}
          </p>
          {view.kip !== undefined && (
            <p className="num text-small text-ink-2">
              {t('qr.kipCredits', { amount: bahtText(view.amount) })}
            </p>
          )}
          <p className="flex flex-wrap items-center justify-center gap-x-2">
            <Timer size={18} aria-hidden="true" className="text-turm" />
            <span className="text-small text-ink-2">{t('qr.expiresIn')}</span>
            <span role="timer" aria-live="off" className="num text-h3 font-semi">
              {countdownText(left)}
            </span>
          </p>
          <div className="progress w-full max-w-55" aria-hidden="true">
            <i style={{ width: `${Math.min(100, (left / view.lifetime) * 100)}%` }} />
          </div>
          <p className="text-caption text-ink-2">{t('qr.waiting')}</p>
        </div>
      </div>
      {view.isDemonstration && <Notice kind="wait">{t('qr.demonstration')}</Notice>}
      {isPage ? (
        <>
          <p className="text-small text-ink-2 max-md:hidden">{t('qr.page')}</p>
          <p className="text-small text-ink-2 md:hidden">{t('qr.pageHere')}</p>
        </>
      ) : (
        (view.kip !== undefined || Math.floor(view.amount) !== view.amount) && (
          <p className="text-small text-ink-2">{t(view.kip === undefined ? 'qr.exact' : 'qr.exactKip')}</p>
        )
      )}
    </>
  );
}
