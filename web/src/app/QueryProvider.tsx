import { ApiError } from '@krapao/contract/client';
import {
  type FetchQueryOptions,
  onlineManager,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { subscribeLanguage } from '../i18n/i18n.ts';
import { isOffline } from '../lib/network.ts';
import { subscribeServerCan } from '../lib/serverCan.ts';
import { subscribeSession } from '../lib/session.ts';

const RETRIES = 2;

/**
 * Cache of the server state. Queries are silent (API-07); only transient failures are retried. Without a network a
 * query fails at once, so that its screen can say so; it is refetched when the network returns.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => !isOffline() && failures < RETRIES && mayPass(error),
    },
    mutations: { networkMode: 'always' },
  },
});

// React Query assumes a network until an event says otherwise. A page that the service worker served may have started
// without one.
onlineManager.setOnline(navigator.onLine);

// A member must never see the data of the previous one.
subscribeSession(() => queryClient.clear());
// The server answers texts in the language of the request.
subscribeLanguage(() => void queryClient.invalidateQueries());
// What an older node has left out or refused, the others know.
subscribeServerCan((before) => {
  if (before === false) void queryClient.invalidateQueries();
});

function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.reason === 'offline' || error.status >= 500);
}

/** Loads what a page shows first, unless it is known. A failure shows up when the page opens. */
// biome-ignore lint/suspicious/noExplicitAny: queries of all keys and answers
export async function loadFirst(...queries: FetchQueryOptions<any, any, any, any>[]): Promise<void> {
  await Promise.allSettled(queries.map((query) => queryClient.ensureQueryData({ ...query, retry: false })));
}

/**
 * Provides server state to its children. The member's shell and the public pages that call the server use it; /login
 * does not.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
