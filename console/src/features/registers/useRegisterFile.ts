import type { RegisterFilter, RegisterName } from '@krapao/contract/api/operator/registers';
import { bangkokDay } from '@krapao/contract/bangkokTime';
import { saveFile } from '@krapao/ui/saveFile.ts';
import { client } from '../../lib/api.ts';
import { useAction } from '../../lib/useAction.ts';

/** Saves all rows of a filter as a CSV file, put together from the server's parts. */
export function useRegisterFile(name: RegisterName) {
  return useAction(async (filter: RegisterFilter) => {
    const parts: string[] = [];
    let after: string | undefined;
    do {
      const part = await client(`POST /api/console/registers/${name}/file`, {
        body: { ...filter, ...(after !== undefined && { after }) },
      });
      parts.push(part.content);
      after = part.next ?? undefined;
    } while (after !== undefined);
    saveFile(`${name}-${bangkokDay(Date.now())}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  }, {});
}
