import { bangkokDay } from '@krapao/contract/bangkokTime';
import { saveFile } from '@krapao/ui/saveFile.ts';
import { useState } from 'react';
import { useAction } from './useAction.ts';

interface Part {
  content: string;
  next: string | null;
}

/** Every field is quoted, so that a row ends with a quote. */
const rowsIn = (content: string) => content.split('"\r\n').length - 1;

/**
 * Saves a CSV file that the server makes in parts, under its name and today's date.
 * @param read the part after `next` of the one before
 * @returns `rows`: how many have come of the file that is being saved
 */
export function useFileInParts(name: string, read: (after: string | undefined) => Promise<Part>) {
  const [rows, setRows] = useState(0);
  const { mutate, isPending } = useAction(async () => {
    const parts: string[] = [];
    let after: string | undefined;
    // The heading is no row.
    let come = -1;
    setRows(0);
    do {
      const part: Part = await read(after);
      parts.push(part.content);
      come += rowsIn(part.content);
      setRows(come);
      after = part.next ?? undefined;
    } while (after !== undefined);
    saveFile(`${name}-${bangkokDay(Date.now())}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  });
  return { save: () => mutate(undefined), isSaving: isPending, rows };
}
