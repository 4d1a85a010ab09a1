import type { Elements } from '@krapao/ui/elements.ts';
import { Search } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Chips } from '../../components/Chips.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useT } from '../../i18n/i18n.ts';
import type { Chosen } from './filter.ts';

const SEARCH_AFTER_MS = 400;
const KINDS = ['', 'deposit', 'withdraw', 'transfer', 'bonus'] as const;
const STATUSES = ['', 'SUCCESS', 'PENDING', 'FAILED'] as const;
const PERIODS = ['', 'week', 'month', 'lastMonth'] as const;
const STATUS_TEXTS = {
  SUCCESS: 'status.success',
  PENDING: 'status.pending',
  FAILED: 'status.failed',
} as const;

interface FilterPanelProps {
  chosen: Chosen;
  /** Stays the same function. */
  onChoose: (change: Partial<Chosen>) => void;
  /** What can be done with the rows. */
  children: Elements;
}

/** Narrows the transactions by kind, status, period, and an amount or a reference. */
export function FilterPanel({ chosen, onChoose, children }: FilterPanelProps) {
  const t = useT();
  const onSearch = useCallback((search: string) => onChoose({ search }), [onChoose]);
  return (
    <search className="card mt-3 flex flex-col gap-3 p-4">
      <SearchField value={chosen.search} onSearch={onSearch} />
      <Chips
        label={t('statement.filter.kind')}
        options={KINDS.map((value) => ({
          value,
          text: t(value === '' ? 'statement.filter.all' : `statement.${value}`),
        }))}
        value={chosen.kind}
        onChange={(kind) => onChoose({ kind })}
      />
      <Chips
        label={t('statement.filter.status')}
        options={STATUSES.map((value) => ({
          value,
          text: t(value === '' ? 'statement.filter.all' : STATUS_TEXTS[value]),
        }))}
        value={chosen.status}
        onChange={(status) => onChoose({ status })}
      />
      <Chips
        label={t('statement.filter.period')}
        options={PERIODS.map((value) => ({
          value,
          text: t(value === '' ? 'statement.filter.all' : `statement.filter.${value}`),
        }))}
        value={chosen.period}
        onChange={(period) => onChoose({ period })}
      />
      {children}
    </search>
  );
}

/** Searches a moment after the last letter. */
function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const t = useT();
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onSearch(text), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <TextField
      label={t('statement.filter.search')}
      type="search"
      maxLength={40}
      icon={<Search size={18} aria-hidden="true" />}
      value={text}
      onChange={setText}
    />
  );
}
