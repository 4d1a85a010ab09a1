import { clockText, dateText } from '@krapao/ui/time.ts';

/** HH:mm for a message of the current day, DD/MM/YYYY HH:mm for an older one. */
export function messageTime(iso: string): string {
  const clock = clockText(new Date(iso).getTime());
  const date = dateText(iso);
  return date === dateText(new Date().toISOString()) ? clock : `${date} ${clock}`;
}
