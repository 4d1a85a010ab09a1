import { bahtFromSatang, satangFromBaht } from '@krapao/contract/money';
import { moneyText } from '@krapao/ui/kip.ts';
import { Alert, Button, Progress, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type Ref, useState } from 'react';
import { SameReason } from '../../components/SameReason.tsx';
import { useT } from '../../i18n/i18n.ts';
import { keepReason } from '../../lib/lastReason.ts';
import { isHeldEnter } from '../../lib/useActions.ts';
import { nameOf, type Transfer } from './transfer.ts';
import type { Closing, useClosing } from './useClosing.ts';
import { useMarkingFocus } from './useMarkingFocus.ts';
import type { useMarks } from './useMarks.ts';
import './closeMarked.css';

interface Props {
  marking: ReturnType<typeof useMarks<Transfer>>;
  work: ReturnType<typeof useClosing<Transfer>>;
}

/** Below the list: marks several transfers and closes them with one reason. */
export function CloseMarked({ marking, work }: Props) {
  const t = useT();
  const { isOn, marked, free } = marking;
  // It stays for those that a refusal left.
  const [reason, setReason] = useState('');
  const isRunning = work.closing?.isRunning === true;
  const { begin, stop, howFar } = useMarkingFocus(
    !isOn ? 'begin' : isRunning ? 'closing' : work.closing ? 'closed' : 'marking',
  );
  if (!isOn)
    return (
      free.length > 1 && (
        <Button ref={begin} variant="default" onClick={marking.begin}>
          {t('incoming.mark')}
        </Button>
      )
    );
  return (
    <>
      {work.closing && <HowFar closing={work.closing} left={marked.length} wordsRef={howFar} />}
      {isRunning ? (
        <Button ref={stop} variant="default" onClick={work.stop} onKeyDown={pressOnce}>
          {t('incoming.markStop')}
        </Button>
      ) : (
        <>
          <MarkedForm marked={marked} reason={reason} onReason={setReason} onClose={work.close} />
          <div className="skips">
            <button type="button" className="skip muted" onClick={marking.markAll}>
              {t('incoming.markAll', { count: free.length })}
            </button>
            <button
              type="button"
              className="skip muted"
              onClick={() => {
                work.forget();
                setReason('');
                marking.end();
              }}
            >
              {t('incoming.markEnd')}
            </button>
          </div>
        </>
      )}
    </>
  );
}

/** Enter that is held acts once, also on what has the focus after it. */
function pressOnce(event: KeyboardEvent) {
  if (isHeldEnter(event)) event.preventDefault();
}

interface FormProps {
  marked: readonly Transfer[];
  reason: string;
  onReason: (reason: string) => void;
  onClose: (items: readonly Transfer[], reason: string) => Promise<void>;
}

function MarkedForm({ marked, reason, onReason, onClose }: FormProps) {
  const t = useT();
  const [isMissing, setMissing] = useState(false);
  function send(event: FormEvent) {
    event.preventDefault();
    if (marked.length === 0) return;
    if (reason.trim() === '') return setMissing(true);
    keepReason('incoming', reason);
    void onClose(marked, reason.trim());
  }
  return (
    <form className="close-marked" noValidate onSubmit={send} onKeyDown={pressOnce}>
      <p>
        <span>{t('incoming.marked', { count: marked.length })}</span>
        <b translate="no" className="num">
          {sumText(marked)}
        </b>
      </p>
      <TextInput
        name="reason"
        label={<span>{t('app.reason')}</span>}
        description={t('incoming.markedReasonHint')}
        value={reason}
        maxLength={300}
        error={isMissing && reason.trim() === '' && t('decision.missing.reason')}
        errorProps={{ role: 'alert' }}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <SameReason queue="incoming" reason={reason} onChoose={onReason} />
      <Button type="submit" color="red" variant="outline" disabled={marked.length === 0}>
        {t('incoming.closeMarked', { count: marked.length })}
      </Button>
    </form>
  );
}

interface HowFarProps {
  closing: Closing<Transfer>;
  /** How many are still marked. */
  left: number;
  /** The words get the focus once it is over. */
  wordsRef: Ref<HTMLParagraphElement>;
}

/** How many are closed, and where it stopped. */
function HowFar({ closing, left, wordsRef }: HowFarProps) {
  const t = useT();
  const { done, total, isRunning, refused } = closing;
  const words = t('incoming.closing', { done: done.length, count: total });
  return (
    <>
      {isRunning && <Progress value={(done.length / total) * 100} aria-label={words} />}
      <p ref={wordsRef} role="status" tabIndex={-1}>
        {words}
      </p>
      {refused && (
        <Alert
          className="stopped-at"
          color="red"
          role="alert"
          title={t('incoming.closingStopped', { id: refused.item.id })}
        >
          <b translate="no">{`${nameOf(refused.item)} · ${moneyText(refused.item.amount, refused.item.currency)}`}</b>
          <p>{refused.words}</p>
          {left > 0 && <p>{t('incoming.closingLeft', { count: left })}</p>}
        </Alert>
      )}
      {!isRunning && done.length > 0 && (
        <details>
          <summary>{t('incoming.closedThese')}</summary>
          <ul className="closed-these">
            {done.map((one) => (
              <li key={one.id}>
                <span>{t('incoming.transfer', { id: one.id })}</span>{' '}
                <span translate="no">{`${nameOf(one)} · ${moneyText(one.amount, one.currency)}`}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The sum in each currency. */
function sumText(transfers: readonly Transfer[]): string {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of transfers)
    sums.set(currency, (sums.get(currency) ?? 0n) + (satangFromBaht(amount) ?? 0n));
  return [...sums].map(([currency, sum]) => moneyText(bahtFromSatang(sum), currency)).join(' + ');
}
