import { ApiError } from '@krapao/contract/client';

/** The result of a member's call: the status in its answer, or its error code. Rethrows any other error. */
export const codeOf = (call: Promise<{ status: string }>): Promise<string> =>
  call.then(
    ({ status }) => status,
    (error: unknown) => {
      if (error instanceof ApiError && error.code !== undefined) return error.code;
      throw error;
    },
  );
