/** Room between messages and the control that they give way to, in pixels. */
const GAP_PX = 8;

/**
 * Keeps messages that lie over the page off the control that has the focus (WCAG 2.4.11): below it, for as long as it has
 * the focus. Call it again when what they say changes. @returns how to stop
 */
export function giveWayToFocus(messages: HTMLElement): () => void {
  let frame = 0;
  const lie = () => {
    const focused = document.activeElement;
    // A message that moved while its own button is pressed would miss the press.
    if (messages.contains(focused)) return;
    messages.style.translate = '';
    if (focused === null || focused === document.body) return;
    const own = messages.getBoundingClientRect();
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const isBelow = x > own.left && x < own.right && y > own.top && y < own.bottom;
    if (isBelow) messages.style.translate = `0 ${bottom + GAP_PX - own.top}px`;
  };
  // A dialog that takes the focus as it opens lies at its place one frame later.
  const lieSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(lie);
  };
  lieSoon();
  document.addEventListener('focusin', lieSoon);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('focusin', lieSoon);
  };
}
