import { useEffect, useState } from 'react';
import { copyText } from './copyText.ts';

const DONE_MS = 2_000;

/**
 * Copies a text at a press; `isDone` holds for 2 seconds afterwards.
 * @param tell says whether the browser has copied it
 */
export function useCopy(text: string, tell: (isCopied: boolean) => void) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = () =>
    void copyText(text).then(
      () => {
        setIsDone(true);
        tell(true);
      },
      () => tell(false),
    );
  return { isDone, copy };
}
