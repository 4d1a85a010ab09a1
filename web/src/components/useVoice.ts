import { useEffect } from 'react';
import { toast } from './toast.ts';

/**
 * Says what a view shows, once when it appears, for those who do not see it: a live region that is born with its text is not
 * heard. Null: nothing.
 */
export function useVoice(text: string | null): void {
  useEffect(() => {
    if (text !== null) toast.voice(() => text);
  }, [text]);
}
