import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { clock } from '../clock.ts';

const LIFE_MS = 30 * 60_000;

/** GAM-04: the hidden fields of a form log-in, valid for half an hour. */
export function makeViewstate(secret: string, provider: string): Record<string, string> {
  const state = `${provider}.${clock.now() + LIFE_MS}.${randomBytes(9).toString('base64url')}`;
  return {
    __EVENTTARGET: 'btnLogin',
    __EVENTARGUMENT: '',
    __VIEWSTATE: Buffer.from(state).toString('base64'),
    __VIEWSTATEGENERATOR: sign(secret, provider).slice(0, 8).toUpperCase(),
    __EVENTVALIDATION: sign(secret, state),
  };
}

/** Whether `makeViewstate` issued these fields for this provider and they have not expired. */
export function isViewstate(
  secret: string,
  provider: string,
  fields: Readonly<Record<string, unknown>>,
): boolean {
  const state = Buffer.from(String(fields.__VIEWSTATE ?? ''), 'base64').toString();
  const given = Buffer.from(String(fields.__EVENTVALIDATION ?? ''));
  const expected = Buffer.from(sign(secret, state));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const [of, until] = state.split('.');
  return of === provider && Number(until) > clock.now();
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`viewstate.${text}`).digest('hex');
}
