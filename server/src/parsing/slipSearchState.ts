/** How far the search of a picture for a slip's mini-QR has come. */
export interface SlipSearch {
  /** The next preprocessing. */
  next: number;
  /** What all QR codes said. */
  texts: string[];
  /** Preprocessings that read a reference, and those that read other QR codes. */
  readings: number;
  others: number;
  /** Milliseconds that the processor worked on it. */
  spentMs: number;
  isOver: boolean;
}

export const NEW_SEARCH: SlipSearch = {
  next: 0,
  texts: [],
  readings: 0,
  others: 0,
  spentMs: 0,
  isOver: false,
};

/**
 * The search after a turn that was ended because it took so long: the preprocessing that it began with is passed over.
 * @param ms how long the turn took
 */
export function passOver(search: SlipSearch, ms: number): SlipSearch {
  return { ...search, next: search.next + 1, spentMs: search.spentMs + ms };
}
