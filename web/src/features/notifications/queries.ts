import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

type Page = ResponseOf<Contract['GET /api/notifications']>;
export type Notification = Page['notifications'][number];
export type NotificationSettings = ResponseOf<Contract['GET /api/notifications/settings']>;

/** How many are not read, for the badge; the event stream says when to ask again. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: () => client('GET /api/notifications/unread'),
});

/** The pages of the list, newest first. */
export const listQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam }) =>
    client('GET /api/notifications', { query: pageParam === null ? {} : { before: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ notifications, hasMore }: Page) =>
    hasMore ? (notifications.at(-1)?._id ?? null) : null,
});

/** What is sent to the member, and whether this browser gets it. */
export const settingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: () => client('GET /api/notifications/settings'),
  staleTime: 60_000,
});
