import { useSyncExternalStore } from 'react';

/** An open dialog, or a part of the page that Back closes as one. */
interface OpenDialog {
  /** Null for a part of the page. */
  element: HTMLDialogElement | null;
  /** Closes it; answers false when it must stay open now. */
  close: () => boolean;
  /** Stays above every dialog that opens after it. */
  isBinding?: boolean;
}

const listeners = new Set<() => void>();
let stack: readonly OpenDialog[] = [];
let goingBack = false;

/**
 * Registers an open dialog; the returned function unregisters it. Each open dialog has its own history entry, so that
 * the back button closes the topmost dialog instead of leaving the page.
 */
export function registerDialog(dialog: OpenDialog): () => void {
  const binding = dialog.isBinding ? [] : stack.filter((open) => open.isBinding);
  replace([...stack.filter((open) => !binding.includes(open)), dialog, ...binding]);
  for (const { element } of binding) raise(element);
  return () => replace(stack.filter((open) => open !== dialog));
}

/** The browser's order of modal dialogs is the order in which they were shown. */
function raise(element: HTMLDialogElement | null): void {
  element?.close();
  element?.showModal();
}

/** The element of the topmost open dialog. */
export function topDialog(): HTMLDialogElement | null {
  return stack.findLast(({ element }) => element)?.element ?? null;
}

/** The same for components, which re-render when it changes. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribeDialogs, topDialog);
}

/** Calls back when a dialog opens or closes; the returned function ends that. */
export function subscribeDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: readonly OpenDialog[]): void {
  stack = next;
  for (const listener of listeners) listener();
  setTimeout(alignHistory);
}

/**
 * Waits until the history has no entry of a dialog that is closed: as it goes, the browser scrolls back to where the page was
 * when the dialog opened.
 */
export async function untilAligned(): Promise<void> {
  while (stack.length < depthInHistory())
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

function depthInHistory(): number {
  return Number(window.history.state?.dialogs ?? 0);
}

/** Adds or removes history entries until their number equals the number of open dialogs. */
function alignHistory(): void {
  if (goingBack) return;
  const depth = depthInHistory();
  if (stack.length < depth) {
    goingBack = true;
    window.history.go(stack.length - depth);
  }
  for (let next = depth + 1; next <= stack.length; next += 1)
    window.history.pushState({ ...window.history.state, dialogs: next }, '');
}

/**
 * Follows the browser's back button, from the start of the page on. A page that is reloaded under an open dialog, or left by a
 * link in one, comes back without the dialog, and leaves its history entry.
 */
export function followBack(): void {
  window.addEventListener('popstate', () => {
    if (goingBack) {
      goingBack = false;
      return alignHistory();
    }
    for (const dialog of stack.slice(depthInHistory()).reverse()) if (!dialog.close()) return alignHistory();
    if (stack.length < depthInHistory()) alignHistory();
  });
  alignHistory();
}
