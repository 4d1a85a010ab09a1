import { useMediaQuery } from '@mantine/hooks';

/** Below this width a page shows one pane at a time; styles/phone.css has the same. */
const NARROW = '(max-width: 760px)';

/** Whether the screen is that of a phone. */
export function useIsPhone(): boolean {
  return useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
}
