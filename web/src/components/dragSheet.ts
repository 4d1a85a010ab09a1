/** A sheet that is released at this speed or faster leaves, however near it is (CSS pixels in a millisecond). */
const FLING = 0.5;
/** A slower one leaves beyond this part of its height. */
const FAR = 0.35;

/** A finger that rests this long before it leaves throws nothing (milliseconds). */
const REST_MS = 100;

/** A finger on a sheet: where it began, how far down it is, when it moved last and how fast. */
interface Finger {
  x: number;
  y: number;
  down: number;
  at: number;
  speed: number;
}

/**
 * Lets a finger drag a sheet down: the sheet follows it, and closes when it is released far down or fast; otherwise it
 * returns. A part of the sheet that is scrolled keeps its finger. A mouse and the keyboard are not affected. `close`
 * answers false when the sheet must stay open now. Returns how to stop.
 */
export function dragSheet(sheet: HTMLDialogElement, close: () => boolean): () => void {
  const grip = sheet.querySelector('.dialog-grip');
  let finger: Finger | null = null;
  let isDragging = false;
  // A dialog that opens again is still where it was dragged to.
  sheet.style.transform = '';

  function touch({ touches, target, timeStamp }: TouchEvent) {
    const [first] = touches;
    if (isDragging) return settle(false);
    // Only a sheet shows its grip.
    const isFree = touches.length === 1 && grip?.checkVisibility() && isAtTop(target, sheet);
    finger =
      first && isFree ? { x: first.clientX, y: first.clientY, down: 0, at: timeStamp, speed: 0 } : null;
  }

  function move(event: TouchEvent) {
    const [first] = event.touches;
    if (!first || !finger) return;
    const down = first.clientY - finger.y;
    if (!isDragging) {
      // Upwards the content scrolls; sideways the finger belongs to a carousel.
      if (down <= 0 || Math.abs(first.clientX - finger.x) > down || !event.cancelable) {
        finger = null;
        return;
      }
      isDragging = true;
      sheet.dataset.dragged = '';
    }
    event.preventDefault();
    const passed = Math.max(1, event.timeStamp - finger.at);
    // Half of the speed before: single events come at uneven times.
    const speed = ((down - finger.down) / passed + finger.speed) / 2;
    finger = { ...finger, down, at: event.timeStamp, speed };
    sheet.style.transform = `translateY(${Math.max(0, down)}px)`;
  }

  function settle(mayLeave: boolean, at = 0) {
    const released = finger;
    const wasDragging = isDragging;
    finger = null;
    isDragging = false;
    delete sheet.dataset.dragged;
    if (!wasDragging || !released) return;
    const { down, speed } = released;
    const thrown = at - released.at > REST_MS ? 0 : speed;
    if (!mayLeave || !leaves(down, thrown, sheet.offsetHeight) || !close()) {
      sheet.style.transform = '';
      return;
    }
    // It leaves from where the finger left it. What closes a dialog may also keep it open.
    sheet.style.transform = `translateY(${sheet.offsetHeight}px)`;
    setTimeout(() => {
      if (sheet.open) sheet.style.transform = '';
    });
  }

  const release = ({ timeStamp }: TouchEvent) => settle(true, timeStamp);
  const giveUp = () => settle(false);
  sheet.addEventListener('touchstart', touch, { passive: true });
  // Not passive: while the sheet follows the finger, nothing scrolls.
  sheet.addEventListener('touchmove', move, { passive: false });
  sheet.addEventListener('touchend', release);
  sheet.addEventListener('touchcancel', giveUp);
  return () => {
    sheet.removeEventListener('touchstart', touch);
    sheet.removeEventListener('touchmove', move);
    sheet.removeEventListener('touchend', release);
    sheet.removeEventListener('touchcancel', giveUp);
  };
}

/**
 * Whether a sheet leaves when it is released so far down (CSS pixels), at this speed downwards (CSS pixels in a
 * millisecond).
 */
export function leaves(down: number, speed: number, height: number): boolean {
  if (speed <= -FLING) return false;
  return speed >= FLING || down > height * FAR;
}

/** Whether nothing between a touched element and the sheet is scrolled or takes movements of its own. */
function isAtTop(target: EventTarget | null, sheet: HTMLElement): boolean {
  if (!(target instanceof Element) || target.closest('dialog') !== sheet) return false;
  if (target.closest('textarea, video')) return false;
  for (let part: Element | null = target; part && part !== sheet; part = part.parentElement)
    if (part.scrollTop > 0) return false;
  return true;
}
