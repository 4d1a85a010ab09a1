import { ApiError } from '@krapao/contract/client';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { subscribeLanguage } from '../i18n/i18n.ts';
import { subscribeSession } from '../lib/session.ts';

const RETRIES = 2;

/**
 * Server state of the app. Queries are silent (API-07); only failures that may pass by themselves are tried again.
 * Without a network a query fails at once, so that its screen says so instead of waiting; it is asked again with the network.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => navigator.onLine && failures < RETRIES && mayPass(error),
    },
    mutations: { networkMode: 'always' },
  },
});

// It believes in a network until it hears otherwise; a page from the worker's shell may have started without one.
onlineManager.setOnline(navigator.onLine);

// What one member loaded must not be seen by the next one.
subscribeSession(() => queryClient.clear());
// The server answers texts in the language of the call.
subscribeLanguage(() => void queryClient.invalidateQueries());

function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.reason === 'offline' || error.status >= 500);
}

/** Server state for what is below. Stands in the member's shell and in public pages that ask the server, not at /login. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
