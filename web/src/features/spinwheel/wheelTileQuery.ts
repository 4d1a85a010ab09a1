import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

/**
 * The wheel's tile where the wheel is on, otherwise null (HOM-04, HOM-08). It is loaded only then. Failures are silent:
 * there is no wheel then.
 */
export const wheelTileQuery = queryOptions({
  queryKey: ['spinwheel', 'active'],
  queryFn: async () => {
    const { isActive } = await client('GET /api/spinwheel/active');
    return isActive ? (await import('./WheelTile.tsx')).WheelTile : null;
  },
});
