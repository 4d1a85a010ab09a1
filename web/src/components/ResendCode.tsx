import { countdownText } from '@krapao/ui/duration.ts';
import { useNow } from '@krapao/ui/useNow.ts';
import { useId } from 'react';
import { useT } from '../i18n/i18n.ts';
import { Button } from './Button.tsx';

const SECOND_MS = 1_000;

interface ResendCodeProps {
  /** The earliest time for another code, in milliseconds since 1970. */
  resendAt: number;
  busy: boolean;
  onResend: () => void;
}

/**
 * Requests another SMS code; until that is possible it shows the remaining time beside the button: screen readers would say a
 * name that changes each second, each second.
 */
export function ResendCode({ resendAt, busy, onResend }: ResendCodeProps) {
  const t = useT();
  const clockId = useId();
  const wait = resendAt - useNow(SECOND_MS);
  return (
    <div className="card flex flex-wrap items-center justify-between gap-2 py-2.5 pr-2.5 pl-4.5">
      <span className="mr-auto text-small text-ink-2">{t('register.otp.notReceived')}</span>
      {wait > 0 && (
        <span id={clockId} role="timer" aria-live="off" className="num text-small text-ink-2">
          {countdownText(wait)}
        </span>
      )}
      <Button
        size="small"
        isOff={wait > 0 || busy}
        aria-describedby={wait > 0 ? clockId : undefined}
        onClick={onResend}
      >
        {t('register.otp.resend')}
      </Button>
    </div>
  );
}
