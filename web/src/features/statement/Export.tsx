import type { StatementFilter } from '@krapao/contract/api/statement';
import { ApiError } from '@krapao/contract/client';
import { csvText } from '@krapao/contract/csv';
import { amountText } from '@krapao/ui/money.ts';
import { saveCsv, saveFile } from '@krapao/ui/saveFile.ts';
import { dateText } from '@krapao/ui/time.ts';
import { FileDown, Printer, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Button } from '../../components/Button.tsx';
import { toast } from '../../components/toast.ts';
import { errorMessage } from '../../i18n/errorMessage.ts';
import { t, useT } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { serverNow } from '../../lib/serverClock.ts';
import type { StatementEntry } from '../../lib/statementEntry.ts';
import { allEntries, MOST } from './allEntries.ts';
import { tableHeader, tableRow } from './statementTable.ts';

interface ExportProps {
  filter: StatementFilter;
  nameOf: (place: string) => string;
}

/** The entries that the filter shows, as a CSV file or on paper; a browser's print dialog also writes PDF. */
export function Export({ filter, nameOf }: ExportProps) {
  const translate = useT();
  const [busy, setBusy] = useState<'csv' | 'print' | 'proof' | null>(null);
  const [printed, setPrinted] = useState<readonly StatementEntry[]>([]);

  async function make(kind: 'csv' | 'print'): Promise<void> {
    setBusy(kind);
    try {
      const entries = await allEntries(filter);
      if (entries.length >= MOST) toast.info(() => t('statement.export.cut', { count: MOST }));
      if (kind === 'print') {
        flushSync(() => setPrinted(entries));
        window.print();
      } else {
        const rows = entries.map((entry) => tableRow(entry, nameOf));
        const name = `${t('app.name')}-${dateText(serverNow()).replaceAll('/', '-')}.csv`;
        saveCsv(name, csvText(tableHeader(), rows));
      }
    } catch (error) {
      toast.error(() => errorMessage(error));
    } finally {
      setBusy(null);
    }
  }

  /** The receipt that the newest proof of what members are owed contains this member's money. */
  async function prove(): Promise<void> {
    setBusy('proof');
    try {
      const receipt = await client('GET /api/wallet/proof', { query: {} });
      const name = `${t('app.name')}-${receipt.root.day}.json`;
      saveFile(name, new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }));
      toast.info(() => t('statement.proof.saved'));
    } catch (error) {
      const isNone = error instanceof ApiError && error.code === 'NO_DATA';
      toast.error(() => (isNone ? t('statement.proof.none') : errorMessage(error)));
    } finally {
      setBusy(null);
    }
  }

  return (
    <div className="flex flex-wrap gap-3">
      <Button
        size="small"
        icon={<FileDown aria-hidden="true" />}
        busyLabel={busy === 'csv' && translate('loading')}
        disabled={busy !== null}
        onClick={() => void make('csv')}
      >
        {translate('statement.export.csv')}
      </Button>
      <Button
        size="small"
        icon={<Printer aria-hidden="true" />}
        busyLabel={busy === 'print' && translate('loading')}
        disabled={busy !== null}
        onClick={() => void make('print')}
      >
        {translate('statement.export.print')}
      </Button>
      <Button
        size="small"
        icon={<ShieldCheck aria-hidden="true" />}
        busyLabel={busy === 'proof' && translate('loading')}
        disabled={busy !== null}
        onClick={() => void prove()}
      >
        {translate('statement.proof')}
      </Button>
      {createPortal(<Printed entries={printed} nameOf={nameOf} />, document.body)}
    </div>
  );
}

/** Shown on paper alone, in place of the app. */
function Printed({ entries, nameOf }: { entries: readonly StatementEntry[] } & Pick<ExportProps, 'nameOf'>) {
  const translate = useT();
  if (entries.length === 0) return null;
  return (
    <div className="printed">
      <h1>{`${translate('app.name')} · ${translate('statement.title')}`}</h1>
      <table>
        <thead>
          <tr>
            {tableHeader().map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry._id}>
              {tableRow(entry, nameOf).map((cell, nth) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never move
                <td translate="no" key={nth}>
                  {typeof cell === 'object' ? amountText(cell.money) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
