import { ApiError } from '@krapao/contract/client';

/** How a call of a member ends: the status of its answer, or the code that refused it. Throws what is neither. */
export const codeOf = (call: Promise<{ status: string }>): Promise<string> =>
  call.then(
    ({ status }) => status,
    (error: unknown) => {
      if (error instanceof ApiError && error.code !== undefined) return error.code;
      throw error;
    },
  );
