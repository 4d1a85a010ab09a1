import { SegmentedControl } from '@mantine/core';
import { PeriodFields } from '../../components/PeriodFields.tsx';
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
      {choice === 'free' && <PeriodFields period={period} onChange={(next) => onChange('free', next)} />}
    </div>
  );
}
