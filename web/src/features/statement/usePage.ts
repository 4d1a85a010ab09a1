import { useCallback, useState } from 'react';

interface Turned {
  page: number;
  /**
   * The `_id` of the newest row when the member left the first page; absent on the first page, which is always up to
   * date.
   */
  upTo?: string;
}

/**
 * The current page of a list that grows at its front, and a function that changes it. `newest` is the first row shown
 * now.
 */
export function usePage(): [turned: Turned, turnTo: (page: number, newest: string | undefined) => void] {
  const [turned, setTurned] = useState<Turned>({ page: 1 });
  const turnTo = useCallback((page: number, newest: string | undefined) => {
    setTurned((before) => {
      const upTo = before.page === 1 ? newest : before.upTo;
      return page === 1 || upTo === undefined ? { page } : { page, upTo };
    });
  }, []);
  return [turned, turnTo];
}
