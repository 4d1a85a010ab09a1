import { ApiError, type Client, createClient } from '@krapao/contract/client';
import { QueryClient } from '@tanstack/react-query';
import { isUnattended } from './attendance.ts';
import { askForCode } from './codeAgain.ts';
import { forgetDrafts } from './drafts.ts';
import { forgetReasons } from './lastReason.ts';

const call = createClient({
  baseUrl: '',
  getToken: () => null,
  getLanguageTag: () => document.documentElement.lang,
  isUnattended,
});

const SELF = ['me'] as const;

/**
 * The typed client. The session is a cookie that scripts cannot read. An ended session leads to the log-in. A call that
 * needs a new two-factor code is repeated unchanged after the operator has entered it.
 */
export const client: Client = async (key, ...input) => {
  try {
    return await call(key, ...input).catch(async (error: unknown) => {
      if (isCode(error, 'OPERATOR_CODE_AGAIN') && (await askForCode())) return call(key, ...input);
      throw error;
    });
  } catch (error) {
    if (isCode(error, 'OPERATOR_UNAUTHORIZED')) forgetOperator();
    throw error;
  }
};

/** Server state of the console. Temporary failures are retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
    },
    // Without a network an action fails at once. A waiting one would be sent later, even after it was cancelled.
    mutations: { networkMode: 'always' },
  },
});

/** Ends the session on this page. The next operator sees nothing that this one has loaded. */
export function forgetOperator(): void {
  forgetDrafts();
  forgetReasons();
  queryClient.setQueryData(SELF, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SELF[0] });
}

/** Whether a failure may be temporary: no answer, or a server fault. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Whether an error is a refusal with this code, of either catalogue. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
