import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ResultMapping } from '@krapao/contract/api/operator/payoutBatches';
import type { ProviderMapping } from '@krapao/contract/api/operator/reconciliation';
import type { StatementFormat } from '@krapao/contract/api/operator/statementFormat';
import { payoutFormat } from '../../modules/withdrawals/batch/payoutFormats.ts';
import { answerQuestions } from '../../parsing/answerQuestions.ts';
import { matchResult, type ResultPlan, rowsByReference, type SentRow } from '../payouts/matchResult.ts';
import { type ResultText, readResult } from '../payouts/readResult.ts';
import { decodeCsv, decodeUnicode, describeCsv } from './csvFile.ts';
import { type ListLine, readListFile } from './listFile.ts';
import { type ProviderFile, readProviderFile } from './providerFile.ts';
import { type FileAccount, readStatement, type StatementFile } from './statementFile.ts';

/** The questions that can be asked about a CSV file. */
export type CsvQuestion =
  | { kind: 'columns' }
  | { kind: 'statement'; format: StatementFormat; account: FileAccount }
  | { kind: 'list' }
  | { kind: 'transfers'; mapping: ProviderMapping }
  | { kind: 'payoutResult'; format: string; mapping: ResultMapping; rows: SentRow[] };

export interface CsvAnswers {
  columns: ReturnType<typeof describeCsv>;
  statement: StatementFile & { sha256: string };
  list: { lines: ListLine[]; sha256: string };
  transfers: ProviderFile;
  payoutResult: Omit<ResultText, 'lines'> & { plan: ResultPlan; sha256: string };
}

answerQuestions(async ({ path, ...question }: CsvQuestion & { path: string }) => {
  const content = await readFile(path);
  const text = decodeCsv(content, question.kind === 'statement' ? question.format.encoding : 'AUTO');
  switch (question.kind) {
    case 'columns':
      return describeCsv(text);
    case 'statement':
      return { ...readStatement(text, question.format, question.account), sha256: hashOf(content) };
    case 'list':
      return { lines: readListFile(decodeUnicode(content)), sha256: hashOf(content) };
    case 'transfers':
      return readProviderFile(text, question.mapping);
    case 'payoutResult': {
      const reading = payoutFormat(question.format).result;
      const { lines, ...result } = readResult(
        text,
        reading,
        question.mapping,
        rowsByReference(question.rows),
      );
      return { ...result, plan: matchResult(question.rows, lines), sha256: hashOf(content) };
    }
  }
});

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
