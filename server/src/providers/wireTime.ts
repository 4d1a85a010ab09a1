const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * A time in counterparts' format. Without a zone it is in Bangkok time, wherever this machine is.
 * @returns null if it is not a time; a date alone is not
 */
export function momentFromText(text: string): Date | null {
  const [, date, time, zone = '+07:00'] = MOMENT.exec(text.trim()) ?? [];
  if (date === undefined || time === undefined) return null;
  const moment = new Date(`${date}T${time}${zone}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
