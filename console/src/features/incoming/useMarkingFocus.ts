import { useEffect, useRef } from 'react';

/** What goes on below the list: nothing yet, marking, closing what is marked, and how far that came. */
type MarkingStep = 'begin' | 'marking' | 'closing' | 'closed';

/**
 * At each step the focus goes where the operator goes on: what was pressed is gone. What has the focus elsewhere keeps it.
 * @returns for the button that begins marking, the one that stops closing, and the words of how far it came
 */
export function useMarkingFocus(step: MarkingStep) {
  const begin = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const howFar = useRef<HTMLParagraphElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (document.activeElement !== document.body) return;
    const places: Record<MarkingStep, HTMLElement | null> = {
      begin: begin.current,
      marking: document.querySelector<HTMLElement>('.list-pane .queue input:enabled'),
      closing: stop.current,
      closed: howFar.current,
    };
    places[step]?.focus();
  }, [step]);
  return { begin, stop, howFar };
}
