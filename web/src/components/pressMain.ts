import type { KeyboardEvent } from 'react';

const TYPED = ['text', 'url', 'search', 'tel', 'email', 'number'];

/**
 * Enter in a field presses the main button of its dialog, as the keyboard's own key promises; or the button of the part
 * of the dialog that the field stands in (`data-enter`). A field of a form sends its form.
 */
export function pressMain(event: KeyboardEvent<HTMLDialogElement>): void {
  const { target, currentTarget, key, nativeEvent } = event;
  if (key !== 'Enter' || nativeEvent.isComposing || event.defaultPrevented) return;
  if (!(target instanceof HTMLInputElement) || target.form !== null || !TYPED.includes(target.type)) return;
  // React's events also pass from a dialog to the one that it was opened from.
  if (target.closest('dialog') !== currentTarget) return;
  const part = target.closest('[data-enter]');
  const button = part
    ? part.querySelector<HTMLButtonElement>('.button')
    : currentTarget.querySelector<HTMLButtonElement>('.dialog-footer .button-primary');
  event.preventDefault();
  if (button && !button.disabled) button.click();
}
