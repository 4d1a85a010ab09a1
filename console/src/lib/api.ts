import { ApiError, type Client, createClient } from '@krapao/contract/client';
import { QueryClient } from '@tanstack/react-query';
import { isUnattended } from './attendance.ts';
import { askForCode } from './codeAgain.ts';

const call = createClient({
  baseUrl: '',
  getToken: () => null,
  getLanguageTag: () => document.documentElement.lang,
  isUnattended,
});

const SELF = ['me'] as const;

/**
 * The typed client; the session is a cookie that scripts never see. An ended session leads back to the log-in, and a
 * call that needs a new code of two-factor is made again, as it was, once the operator has given it.
 */
export const client: Client = async (key, ...input) => {
  try {
    return await call(key, ...input).catch(async (error: unknown) => {
      if (isCode(error, 'OPERATOR_CODE_AGAIN') && (await askForCode())) return call(key, ...input);
      throw error;
    });
  } catch (error) {
    if (isCode(error, 'OPERATOR_UNAUTHORIZED')) queryClient.setQueryData(SELF, null);
    throw error;
  }
};

/** Server state of the console. What may pass by itself is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
    },
  },
});

/** Whether a failure may pass by itself: no answer, or the server's own trouble. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Whether an error is a refusal with this code, of either catalogue. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
