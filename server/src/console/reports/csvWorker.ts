import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ProviderMapping, StatementMapping } from '@krapao/contract/api/operator/reconciliation';
import { answerQuestions } from '../../parsing/answerQuestions.ts';
import { decodeCsv, describeCsv } from './csvFile.ts';
import { type ProviderFile, readProviderFile } from './providerFile.ts';
import { readStatement, type StatementFile } from './statementFile.ts';

/** The questions that can be asked about a CSV file. */
export type CsvQuestion =
  | { kind: 'columns' }
  | { kind: 'statement'; mapping: StatementMapping; currency: 'THB' | 'LAK' }
  | { kind: 'transfers'; mapping: ProviderMapping };

export interface CsvAnswers {
  columns: ReturnType<typeof describeCsv>;
  statement: StatementFile & { sha256: string };
  transfers: ProviderFile;
}

answerQuestions(async ({ path, ...question }: CsvQuestion & { path: string }) => {
  const content = await readFile(path);
  const text = decodeCsv(content);
  switch (question.kind) {
    case 'columns':
      return describeCsv(text);
    case 'statement': {
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { ...readStatement(text, question.mapping, question.currency), sha256 };
    }
    case 'transfers':
      return readProviderFile(text, question.mapping);
  }
});
