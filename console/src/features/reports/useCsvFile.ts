import { useState } from 'react';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';
import { type Columns, type Field, guessMapping, type Mapping } from './csvColumns.ts';

/** A chosen CSV file, its first lines, and which column holds what. */
export function useCsvFile(fields: readonly Field[], onChosen: () => void) {
  const [chosen, setChosen] = useState<{ file: File; columns: Columns }>();
  const [headerLine, setHeaderLine] = useState(1);
  const [mapping, setMapping] = useState<Mapping>({});
  const read = useAction(
    async (file: File) => {
      const form = new FormData();
      form.set('file', file);
      return { file, columns: await client('POST /api/console/reconciliation/columns', { form }) };
    },
    {
      onDone: ({ file, columns }) => {
        setChosen({ file, columns });
        setHeaderLine(columns.headerLine);
        setMapping(guessMapping(columns, fields));
        onChosen();
      },
    },
  );
  return {
    ...chosen,
    headerLine,
    mapping,
    isReading: read.isPending,
    choose: (file: File | null) => {
      setChosen(undefined);
      onChosen();
      if (file) read.mutate(file);
    },
    change: (line: number, next: Mapping) => {
      setHeaderLine(line);
      setMapping(next);
      onChosen();
    },
    /** The form to send: what the file is read by, before the file; undefined for what the server keeps. */
    form: (reading: object | undefined): FormData => {
      const form = new FormData();
      if (reading !== undefined) form.set('mapping', JSON.stringify(reading));
      if (chosen) form.set('file', chosen.file);
      return form;
    },
  };
}
