import { ApiError, type Client, createClient } from '@krapao/contract/client';
import { QueryClient } from '@tanstack/react-query';

const call = createClient({
  baseUrl: '',
  getToken: () => null,
  getLanguageTag: () => document.documentElement.lang,
});

const SELF = ['me'] as const;

/** The typed client; the session is a cookie that scripts never see. An ended session leads back to the log-in. */
export const client: Client = async (key, ...input) => {
  try {
    return await call(key, ...input);
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
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
});

/** Whether an error is a refusal with this code, of either catalogue. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
