import { Alert } from '@mantine/core';
import { useT } from '../../i18n/i18n.ts';

/** In a dialog: what it shows is no longer the newest state, so it decides nothing. */
export function OutdatedNote() {
  const t = useT();
  return (
    <Alert color="yellow" role="alert" mt="md">
      {t('content.changedMeanwhile')}
    </Alert>
  );
}
