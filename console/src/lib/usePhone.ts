import { useMediaQuery } from '@mantine/hooks';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

/** Below this width a page shows one pane at a time; styles/phone.css has the same. */
const NARROW = '(max-width: 760px)';

/** Whether the screen is that of a phone. */
export function useIsPhone(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
}

/**
 * The item that a phone shows in place of its list: an entry of the browser's history, so that Back leads to the list.
 * On a larger screen list and item are side by side, and `isList` and `isItem` are both true.
 */
export function useListOrItem() {
  const isPhone = useIsPhone();
  const [location, go] = useLocation();
  const state = useHistoryState<{ item?: string } | null>();
  const item = state?.item;
  return {
    isPhone,
    isList: !isPhone || item === undefined,
    isItem: !isPhone || item !== undefined,
    /** The item that was opened last, also after the page was loaded again. */
    item,
    open: (id: string) => {
      if (isPhone) go(location, { state: { item: id }, replace: item !== undefined });
    },
    close: () => {
      if (isPhone && item !== undefined) window.history.back();
    },
  };
}
