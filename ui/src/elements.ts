import type { ReactElement } from 'react';

/**
 * Elements or nothing, and never a text of its own: what a component may put beside other nodes
 * (docs/decisions/330-translated-pages.md).
 */
export type Elements = ReactElement | boolean | null | undefined | readonly Elements[];
