import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

/** What is sent to the member; a link adds a channel to it. */
export const NOTIFICATION_SETTINGS = ['notification-settings'];

export const messengerQuery = queryOptions({
  queryKey: [...NOTIFICATION_SETTINGS, 'messenger'],
  queryFn: () => client('GET /api/notifications/messenger'),
});
