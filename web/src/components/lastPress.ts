/**
 * The control that was pressed last. Safari gives the focus to no button that is pressed, so it cannot give it back to one
 * either: what opens or replaces something by a press takes the pressed control for the one that had it.
 */
let pressed: HTMLElement | null = null;
const openers = new WeakMap<HTMLDialogElement, HTMLElement>();

/** Follows presses, from the start of the page on. A press of a key sends a click too. */
export function followPresses(): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      pressed = controlOf(target) ?? pressed;
    },
    true,
  );
}

/** The button or link that an event happened on. */
export function controlOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('button, a[href]') : null;
}

/** Notes that what was pressed last has opened this dialog. */
export function noteOpener(dialog: HTMLDialogElement): void {
  if (pressed && !dialog.contains(pressed)) openers.set(dialog, pressed);
}

/**
 * Gives a focus that nothing has to what opened this dialog; where that stood in a dialog that is closed too, to what opened
 * that one.
 */
export function focusOpener(dialog: HTMLDialogElement): void {
  const seen = new Set<HTMLElement>();
  for (let opener = openers.get(dialog); opener && !seen.has(opener); ) {
    if (document.activeElement !== document.body) return;
    seen.add(opener);
    opener.focus({ preventScroll: true });
    const around = opener.closest('dialog');
    opener = around ? openers.get(around) : undefined;
  }
}
