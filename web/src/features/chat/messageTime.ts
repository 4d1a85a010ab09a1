import { clockText, dateText } from '@krapao/ui/time.ts';

/** HH:mm of a message of today, DD/MM/YYYY HH:mm of an older one. */
export function messageTime(iso: string): string {
  const clock = clockText(new Date(iso).getTime());
  const date = dateText(iso);
  return date === dateText(new Date().toISOString()) ? clock : `${date} ${clock}`;
}
