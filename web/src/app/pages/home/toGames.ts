import { untilAligned } from '../../../components/dialogStack.ts';

/** Leads to the games of the home page: to the one that was played last, or to their heading. */
export function toGames(): void {
  // The dialog that closes gives the focus back first.
  setTimeout(async () => {
    await untilAligned();
    const place = document.querySelector<HTMLElement>('.games-tools :is(.continue, h2)');
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  });
}
