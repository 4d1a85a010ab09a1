import type { FastifyRequest } from 'fastify';
import { AppError } from '../../appError.ts';
import type { Operator } from '../../calls/authenticateOperator.ts';
import type { SpooledFile } from '../../files/spooledFile.ts';
import { receiveUpload, withUpload } from '../../http/receiveUpload.ts';
import { parserPool } from '../../parsing/parserPool.ts';
import { parserThread } from '../../parsing/parserThread.ts';
import { operatorTurn, type TurnTaker } from '../../parsing/turns.ts';
import type { CsvAnswers, CsvQuestion } from './csvWorker.ts';

const BYTES_MAX = 5 * 1024 * 1024;

/** An uploaded CSV file: its name, the form's `mapping`, and the question about it. */
export interface CsvUpload {
  name: string;
  mapping: string;
  /** The form's `reason`, as it was typed. */
  reason: string;
  /** @throws AppError CSV_INVALID, CSV_TOO_LONG */
  ask<Kind extends CsvQuestion['kind']>(
    question: Extract<CsvQuestion, { kind: Kind }>,
  ): Promise<CsvAnswers[Kind]>;
}

const MEMORY_MB = 256;
const LIMIT = { withinMs: 15_000, tooMuch: 'CSV_INVALID' } as const;

const readers = parserPool<CsvQuestion & { path: string }, unknown>({
  atOnce: 2,
  start: () => parserThread(new URL('./csvWorker.ts', import.meta.url), MEMORY_MB),
});

/**
 * Receives the CSV file of the multipart field `file` and processes it. A worker thread reads it, so that the event
 * loop is free.
 * @throws AppError PAYLOAD_TOO_LARGE above 5 MB, CSV_INVALID for a missing or empty file, INVALID_REQUEST if the upload
 * breaks off
 */
export async function withCsv<Result>(
  { request, operator }: { request: FastifyRequest; operator: Pick<Operator, 'id'> },
  work: (csv: CsvUpload) => Promise<Result>,
): Promise<Result> {
  const received = await receiveUpload(request, { bytesMax: BYTES_MAX, missing: 'CSV_INVALID' });
  const { fileName, fields } = received;
  return withUpload(received, (file) =>
    work({
      name: fileName.slice(0, 200),
      mapping: fields.mapping ?? '',
      reason: fields.reason ?? '',
      ask: askOf(operatorTurn(operator.id), file),
    }),
  );
}

const askOf =
  (taker: TurnTaker, { path }: SpooledFile): CsvUpload['ask'] =>
  (question) =>
    // The answer is of the kind of the question.
    readers.turn(taker, (ask) => ask({ ...question, path }, LIMIT)) as Promise<
      CsvAnswers[(typeof question)['kind']]
    >;

/** The reason of an import, for the audit log. @throws AppError INVALID_REQUEST */
export function requireReason({ reason }: Pick<CsvUpload, 'reason'>): string {
  const because = reason.trim();
  if (because === '' || because.length > 300) throw new AppError('INVALID_REQUEST', 'an import has a reason');
  return because;
}
