import { Badge } from '@mantine/core';
import { useT } from '../i18n/i18n.ts';
import { stateColor, wordOf } from '../lib/memberWords.ts';

/** A state as a word on its colour. */
export function State({ state }: { state: string }) {
  useT();
  return <Badge color={stateColor(state)}>{wordOf('state', state)}</Badge>;
}
