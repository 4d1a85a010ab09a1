import { BANGKOK_OFFSET_MS } from '@krapao/contract/bangkokTime';

/** A text of a form as a bank would send it now, with made-up figures. */
export function exampleOf(form: string, now: number): string {
  const clock = new Date(now + BANGKOK_OFFSET_MS).toISOString();
  const month = new Intl.DateTimeFormat('th', { month: 'short', timeZone: 'Asia/Bangkok' }).format(now);
  const places: Record<string, string> = {
    amount: '100.00',
    balance: '5,100.00',
    account: 'x000017',
    from: 'x123456',
    bank: 'KBANK',
    name: 'MALEE SUKJAI',
    way: 'MB',
    d: clock.slice(8, 10),
    m: clock.slice(5, 7),
    mon: month,
    y: clock.slice(2, 4),
    H: clock.slice(11, 13),
    M: clock.slice(14, 16),
    S: clock.slice(17, 19),
  };
  return form.replace(/\{([a-zA-Z]+)\}/g, (place, name: string) => places[name] ?? place);
}
