import { useState } from 'react';

interface Turned {
  page: number;
  /** The `_id` of the newest row when the first page was left; absent on the first page, which is always the newest. */
  upTo?: string;
}

/** The page of a list that grows at its front, and how to turn to another: `newest` is the first row shown now. */
export function usePage(): [turned: Turned, turnTo: (page: number, newest: string | undefined) => void] {
  const [turned, setTurned] = useState<Turned>({ page: 1 });
  const turnTo = (page: number, newest: string | undefined) =>
    setTurned((before) => {
      const upTo = before.page === 1 ? newest : before.upTo;
      return page === 1 || upTo === undefined ? { page } : { page, upTo };
    });
  return [turned, turnTo];
}
