import { ApiError } from '@krapao/contract/client';

/** The code that a call was refused with; `no refusal` when it was not. */
export function refusal(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );
}
