import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

/** Whether the wheel is on (HOM-04, HOM-08). Failures are silent: there is no wheel then. */
export const wheelActiveQuery = queryOptions({
  queryKey: ['spinwheel', 'active'],
  queryFn: () => client('GET /api/spinwheel/active'),
});
