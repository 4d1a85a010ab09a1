import { PERIOD_DAYS_MAX } from '@krapao/contract/api/operator/reportPeriod';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import { TextInput } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';

interface Props {
  /** Days in Bangkok, both included, as YYYY-MM-DD. */
  period: { from: string; to: string };
  /** Is called only with a period that the server takes. */
  onChange: (period: Props['period']) => void;
  /** The longest period that the server takes. */
  daysMax?: number;
}

/** The first and the last day of a period, up to today. */
export function PeriodFields({ period, onChange, daysMax = PERIOD_DAYS_MAX }: Props) {
  const t = useT();
  const change = (part: Partial<Props['period']>) => {
    const next = { ...period, ...part };
    if (isValid(next, daysMax)) onChange(next);
  };
  return (
    <>
      <TextInput
        type="date"
        aria-label={t('reports.from')}
        value={period.from}
        max={period.to}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <TextInput
        type="date"
        aria-label={t('reports.to')}
        value={period.to}
        min={period.from}
        max={bangkokDay(Date.now())}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </>
  );
}

function isValid({ from, to }: Props['period'], daysMax: number): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days >= 1 && days <= daysMax;
}
