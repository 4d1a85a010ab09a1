import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useIsPhone } from './usePhone.ts';

/** What an entry of the browser's history remembers besides its address. */
interface Remembered {
  /** The item was released here. */
  hasLeft?: true;
  /** The list is the entry before. */
  isFromList?: true;
}

/**
 * The address of the open item of a queue, below the queue's own. A colleague can be sent there, and Back comes back to it.
 * A phone shows list or item, and Back leads from one to the other; on a larger screen they are side by side, and `isList`
 * and `isItem` are both true.
 * @param path the address of the queue
 */
export function useItemAddress(path: string) {
  const isPhone = useIsPhone();
  const [location, go] = useLocation();
  const state = useHistoryState<Remembered | null>();
  const isBelow = location.toLowerCase().startsWith(`${path}/`);
  const item = isBelow ? location.slice(path.length + 1) || undefined : undefined;
  return {
    isPhone,
    isList: !isPhone || item === undefined,
    isItem: !isPhone || item !== undefined,
    /** What the address names below the queue: the id of an item, or nothing that ever was one. */
    item,
    hasLeft: state?.hasLeft === true && item === undefined,
    /** Opens an item that the operator chose. */
    open: (id: string) => {
      if (id !== item)
        go(`${path}/${id}`, {
          state: isPhone ? { isFromList: true } : null,
          replace: isPhone && item !== undefined,
        });
    },
    /** The address follows the item that took the place of the last one. */
    follow: (id: string) => go(`${path}/${id}`, { state, replace: true }),
    /** Back to the list, with nothing open. */
    close: () => {
      if (state?.isFromList) window.history.back();
      else go(path, { state: { hasLeft: true }, replace: true });
    },
  };
}
