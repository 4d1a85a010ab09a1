import { Button } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useT } from '../i18n/i18n.ts';
import { Rows } from './Rows.tsx';

const PAGE = 50;

/** A table that shows its first 50 rows, and 50 more at each press. */
export function PagedRows<Row extends { id: string }>({ rows, ...table }: ComponentProps<typeof Rows<Row>>) {
  const t = useT();
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      <Rows {...table} rows={rows.slice(0, shown)} />
      {rows.length > shown && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {`${t('app.more')} (${shown}/${rows.length})`}
        </Button>
      )}
    </>
  );
}
