import { Button } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';

interface Props {
  onPress: () => void;
  isLoading?: boolean;
  disabled?: boolean;
  size?: 'sm' | 'md';
}

/** Saves what the page shows as a CSV file. */
export function CsvButton({ onPress, isLoading = false, disabled = false, size = 'sm' }: Props) {
  const t = useT();
  return (
    <Button variant="default" size={size} loading={isLoading} disabled={disabled} onClick={onPress}>
      {t('reports.csv')}
    </Button>
  );
}
