/**
 * Keeps an element above the keyboard where the browser lays it over the page (iOS; others resize the page, see
 * interactive-widget in index.html). Sets `--keyboard`, the height that the keyboard covers; returns how to stop.
 */
export function followKeyboard(element: HTMLElement): () => void {
  const { visualViewport: view } = window;
  if (!view) return () => {};
  const fit = () => {
    // A page that is zoomed in is smaller too, without a keyboard.
    const covered = view.scale > 1.01 ? 0 : window.innerHeight - view.height - view.offsetTop;
    element.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
  };
  view.addEventListener('resize', fit);
  view.addEventListener('scroll', fit);
  return () => {
    view.removeEventListener('resize', fit);
    view.removeEventListener('scroll', fit);
  };
}
