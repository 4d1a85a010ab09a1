import { useEffect, useState } from 'react';
import { copyText } from './copyText.ts';

const DONE_MS = 2_000;

/**
 * Copies a text on click; `isDone` stays true for 2 seconds afterwards.
 * @param tell reports whether the browser has copied the text
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
