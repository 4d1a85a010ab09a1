import { topDialog } from './dialogStack.ts';
import { controlOf } from './lastPress.ts';

/** What takes the focus in a dialog when it replaces what had it. */
const HEIR = '[data-autofocus], .button-primary:not(:disabled)';

/**
 * Keeps the focus in a dialog or on a page: when what had it is removed or turned off, the main button that took its place
 * gets it, or else the dialog's heading or the page's content. @returns how to stop
 */
export function keepFocus(root: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const note = ({ target }: FocusEvent) => {
    last = target as HTMLElement;
  };
  // Who presses beside a control has left it.
  const leave = ({ target }: PointerEvent) => {
    if (!last?.contains(target as Node)) last = null;
  };
  const press = ({ target }: MouseEvent) => {
    last = controlOf(target) ?? last;
  };
  const watch = new MutationObserver((changes) => {
    if (last === null || document.activeElement !== document.body) return;
    if (last.isConnected && !last.matches(':disabled')) return;
    last = null;
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    // A page that follows another takes the focus itself, a moment later.
    if (root.localName === 'dialog') heirIn(added)?.focus();
    setTimeout(restFocus);
  });
  root.addEventListener('focusin', note);
  root.addEventListener('click', press, true);
  document.addEventListener('pointerdown', leave, true);
  watch.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    root.removeEventListener('focusin', note);
    root.removeEventListener('click', press, true);
    document.removeEventListener('pointerdown', leave, true);
    watch.disconnect();
  };
}

/** Gives a focus that nothing has to the heading of the topmost dialog, or to the page's content. */
export function restFocus(): void {
  if (document.activeElement !== document.body) return;
  const place = topDialog()?.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('#main');
  place?.focus({ preventScroll: true });
}

function heirIn(added: readonly Node[]): HTMLElement | undefined {
  return (
    added
      .filter((node) => node instanceof HTMLElement)
      .map((element) => (element.matches(HEIR) ? element : element.querySelector<HTMLElement>(HEIR)))
      .find((heir) => heir?.isConnected) ?? undefined
  );
}
