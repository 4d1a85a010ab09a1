import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { countWithin } from '../../http/rateCounter.ts';
import type { TestResult } from '../../providers/connections/driver.ts';
import { act } from '../act.ts';
import type { Asker } from '../approvals/ask.ts';

const TESTS = { name: 'connection.test', limit: 20, seconds: 60 };
const DETAIL_MAX = 300;

/**
 * Makes one harmless call with the stored settings of a connection, also of one that is switched off.
 * @throws AppError NO_DATA where there is none, or its maker has no such call; REQUEST_LIMIT
 */
export async function testConnection(context: AppContext, asker: Asker, id: string) {
  const { connections, db } = context;
  const connection = await connections.current(id);
  if (connection?.port.test === undefined) throw new AppError('NO_DATA');
  await countWithin(db, TESTS, String(asker.operator.id));
  const began = performance.now();
  const result = await connections
    .ask(
      connection,
      'test',
      (port) => port.test?.() ?? Promise.reject(new AppError('NO_DATA')),
      (told) => (told.ok ? { trouble: null, quotaLeft: told.quotaLeft } : { trouble: told.trouble }),
    )
    .catch((): TestResult => ({ ok: false, trouble: 'BAD_ANSWER', detail: '' }));
  const tookMs = Math.round(performance.now() - began);
  await connections.book.flush();
  const trouble = result.ok ? null : result.trouble;
  await act(context, asker, async (_trx, recorder) => {
    await recorder({
      action: 'connection.test',
      subject: `connection:${id}`,
      after: { ok: result.ok, trouble },
    });
  });
  return { ok: result.ok, tookMs, trouble, detail: result.detail.slice(0, DETAIL_MAX) };
}
