import { type ComponentType, lazy } from 'react';

/** A part that its page works without: nothing stands in its place when its file cannot be loaded. */
export function optionalPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => load().catch(() => ({ default: (() => null) as ComponentType<Props> })));
}
