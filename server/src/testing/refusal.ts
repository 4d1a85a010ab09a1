import { ApiError } from '@krapao/contract/client';

/** The error code of a call; `no refusal` when it succeeded. */
export function refusal(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );
}
