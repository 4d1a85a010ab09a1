import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { thaiPageBytes } from '@krapao/contract/thaiCodePage';
import { saveFile } from '@krapao/ui/saveFile.ts';

type BankFile = ResponseOf<Contract['POST /api/console/withdrawals/export']>;
export type Formats = ResponseOf<Contract['GET /api/console/withdrawals/formats']>;
export type Format = Formats['formats'][number];
export type Batch = ResponseOf<Contract['GET /api/console/withdrawals/batches']>['batches'][number];
export type ShownBatch = ResponseOf<Contract['GET /api/console/withdrawals/batches/:id']>;
export type ResultPreview = ResponseOf<Contract['POST /api/console/withdrawals/batches/:id/result/preview']>;

/** Downloads the file in the encoding that the bank reads. */
export function saveBankFile({ fileName, content, encoding }: BankFile): void {
  const bytes = encoding === 'windows-874' ? thaiPageBytes(content) : new TextEncoder().encode(content);
  saveFile(fileName, new Blob([bytes], { type: fileName.endsWith('.csv') ? 'text/csv' : 'text/plain' }));
}
