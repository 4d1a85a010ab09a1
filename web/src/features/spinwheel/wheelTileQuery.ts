import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/api.ts';

/**
 * The component of the wheel's tile, loaded only when the wheel is on; otherwise null (HOM-04, HOM-08). A failure is
 * silent and counts as off.
 */
export const wheelTileQuery = queryOptions({
  queryKey: ['spinwheel', 'active'],
  queryFn: async () => {
    const { isActive } = await client('GET /api/spinwheel/active');
    return isActive ? (await import('./WheelTile.tsx')).WheelTile : null;
  },
});
