import { Suspense, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { useT } from '../../i18n/i18n.ts';
import { lazyPart } from '../../lib/lazyPart.ts';
import { useLastValue } from '../../lib/useLastValue.ts';
import { HowLong } from './HowLong.tsx';
import type { PauseView } from './queries.ts';
import type { Length } from './words.ts';

const BreakDialog = lazyPart(() => import('./BreakDialog.tsx'));
const ExclusionDialog = lazyPart(() => import('./ExclusionDialog.tsx'));

/** Begins a break, or makes it longer. */
export function BreakCard({ choices, isOnBreak }: { choices: PauseView['choices']; isOnBreak: boolean }) {
  const t = useT();
  const [length, setLength] = useState<Length | null>(null);
  const [open, setOpen] = useState(false);
  // Each showing begins with an empty password.
  const [time, setTime] = useState(0);
  const shown = useLastValue(length);
  const lengths: Length[] = [
    ...choices.breakDays.map((days) => ({ days })),
    ...choices.breakMonths.map((months) => ({ months })),
  ];
  return (
    <div className="card mt-2.5 flex flex-col gap-3 px-4.5 py-4">
      <div>
        <h3>{t('safe.break')}</h3>
        <p className="text-small text-ink-2">{t('safe.break.text')}</p>
        {isOnBreak && <p className="text-small text-ink-2">{t('safe.break.longer')}</p>}
      </div>
      <HowLong lengths={lengths} value={length} onChange={setLength} />
      <Button
        variant="outline"
        full
        aria-haspopup="dialog"
        disabled={length === null}
        onClick={() => {
          setTime(time + 1);
          setOpen(true);
        }}
      >
        {t('safe.break.begin')}
      </Button>
      {shown && !('months' in shown && shown.months === null) && (
        <Suspense>
          <BreakDialog
            key={time}
            open={open}
            length={shown as { days: number }}
            onClose={() => {
              setOpen(false);
              setLength(null);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Begins an exclusion. */
export function ExclusionCard({ choices }: { choices: PauseView['choices'] }) {
  const t = useT();
  const [length, setLength] = useState<Length | null>(null);
  // Null: never opened, so the dialog is not loaded. Each showing begins with an empty password.
  const [asked, setAsked] = useState<{ open: boolean; time: number; months: number | null } | null>(null);
  const lengths: Length[] = [
    ...choices.exclusionMonths.map((months) => ({ months })),
    ...(choices.isForEver ? [{ months: null }] : []),
  ];
  const months = length && 'months' in length ? length.months : null;
  return (
    <div className="card mt-2.5 flex flex-col gap-3 px-4.5 py-4">
      <div>
        <h3>{t('safe.exclusion')}</h3>
        <p className="text-small text-ink-2">{t('safe.exclusion.text')}</p>
      </div>
      <HowLong lengths={lengths} value={length} onChange={setLength} />
      <Button
        variant="outline"
        full
        aria-haspopup="dialog"
        disabled={length === null}
        onClick={() => setAsked((last) => ({ open: true, time: (last?.time ?? 0) + 1, months }))}
      >
        {t('safe.exclusion.begin')}
      </Button>
      {asked && (
        <Suspense>
          <ExclusionDialog
            key={asked.time}
            open={asked.open}
            months={asked.months}
            onClose={() => setAsked({ ...asked, open: false })}
          />
        </Suspense>
      )}
    </div>
  );
}
