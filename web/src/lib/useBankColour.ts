import { useQuery } from '@tanstack/react-query';
import { client } from './api.ts';

/** The colour of a bank's monogram (#rrggbb) from the list of banks; undefined until the list has loaded. */
export function useBankColour(bankCode: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['lookup', 'banks'],
    queryFn: () => client('GET /api/lookup/banks'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.find(({ code }) => code === bankCode)?.colour;
}
