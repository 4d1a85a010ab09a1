import { useQuery } from '@tanstack/react-query';
import { client } from '../../../lib/api.ts';

/** HOM-04, HOM-08: whether the prize wheel is on. A server that does not know the call has none. */
export function useSpinActive(): boolean {
  const { data } = useQuery({
    queryKey: ['spinwheel', 'active'],
    queryFn: () => client('GET /api/spinwheel/active'),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.isActive === true;
}
