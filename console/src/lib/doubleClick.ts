/**
 * Drops the second click of a double click when what the first one pressed is gone. Otherwise a double click on a
 * dialog that closes would press what is behind it.
 */
export function guardDoubleClicks(): void {
  let pressed: EventTarget | null = null;
  document.addEventListener(
    'click',
    (event) => {
      if (event.detail < 2) pressed = event.target;
      else if (pressed instanceof Node && !pressed.isConnected) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
}
