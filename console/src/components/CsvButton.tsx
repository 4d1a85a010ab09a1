import { Button } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';

interface Props {
  onPress: () => void;
  isLoading?: boolean;
  /** Rows that have come of a file that comes in parts. */
  rows?: number;
  disabled?: boolean;
  size?: 'sm' | 'md';
}

/** Saves what the page shows as a CSV file, and says how far a large one is. */
export function CsvButton({ onPress, isLoading = false, rows = 0, disabled = false, size = 'sm' }: Props) {
  const t = useT();
  return (
    <>
      {isLoading && rows > 0 && (
        <small className="muted num" aria-live="polite">
          {t('reports.csvRows', { count: rows })}
        </small>
      )}
      <Button variant="default" size={size} loading={isLoading} disabled={disabled} onClick={onPress}>
        {t('reports.csv')}
      </Button>
    </>
  );
}
