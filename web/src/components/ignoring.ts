import type { MouseEvent, MouseEventHandler } from 'react';

/**
 * The attributes of a button that ignores presses for a while, or at the end of a row, and keeps the focus. With `disabled`
 * the focus would fall to the top of the page, under the hands of who works with the keyboard.
 */
export function ignoring(isIgnoring: boolean, onClick: MouseEventHandler<HTMLButtonElement> | undefined) {
  return isIgnoring ? ({ 'aria-disabled': true, onClick: ignore } as const) : { onClick };
}

/** A button that sends a form must not send it either. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
}
