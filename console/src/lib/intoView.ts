/** A `ref` that scrolls a new element into view if it is below the edge of the window. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' });
}
