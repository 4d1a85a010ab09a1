import { PERIOD_DAYS_MAX } from '@krapao/contract/api/operator/reportPeriod';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import { SegmentedControl, TextInput } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';
import { CHOICES, type Choice, choiceText, type Period, periodOf } from './period.ts';

interface Props {
  choice: Choice;
  period: Period;
  onChange: (choice: Choice, period: Period) => void;
}

/** The days that a report is about; a free choice has its two dates. */
export function PeriodPicker({ choice, period, onChange }: Props) {
  const t = useT();
  const change = (part: Partial<Period>) => {
    const next = { ...period, ...part };
    if (isValid(next)) onChange('free', next);
  };
  return (
    <div className="report-period">
      <SegmentedControl
        aria-label={t('reports.period')}
        value={choice}
        onChange={(value) => {
          const next = CHOICES.find((one) => one === value) ?? 'today';
          onChange(next, next === 'free' ? period : periodOf(next, Date.now()));
        }}
        data={CHOICES.map((one) => ({ value: one, label: t(choiceText(one)) }))}
      />
      {choice === 'free' && (
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
      )}
    </div>
  );
}

function isValid({ from, to }: Period): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days >= 1 && days <= PERIOD_DAYS_MAX;
}
