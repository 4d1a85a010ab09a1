/** Shows what has just come up, where it would lie below the edge of the window: the `ref` of its element. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' });
}
