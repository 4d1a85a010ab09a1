import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

const MINUTES_5 = 300_000;

/** Whether there is a chat (CON-01). Failures are silent: there is none then. */
export const chatSwitchQuery = queryOptions({
  queryKey: ['lookup', 'enableChatWidget'],
  queryFn: () => client('GET /api/lookup/enableChatWidget'),
  staleTime: MINUTES_5,
});

/** Opening hours, and the unread messages of a member. */
export const chatConfigQuery = queryOptions({
  queryKey: ['chat', 'config'],
  queryFn: () => client('GET /api/chat/config'),
  staleTime: 60_000,
});
