import type { ContentDocument } from '../../lib/content/document.ts';

interface Site {
  name: string;
  isActive: boolean;
}

/** Whether this would switch the site on or off, which must be confirmed by typing its name. */
export function isSwitched({ kind, item, value }: ContentDocument, next: unknown): boolean {
  return kind === 'setting' && item === 'site' && (value as Site).isActive !== (next as Site).isActive;
}

/** The name to type. */
export function siteName({ value }: ContentDocument): string {
  return (value as Site).name;
}
