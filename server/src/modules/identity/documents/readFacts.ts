import { normalizeAccountName } from '@krapao/contract/bankAccountName';
import { AppError } from '../../../appError.ts';
import { hashNumber, type IdentityKeys, plainNumber } from '../../../identityKeys.ts';
import type { DocumentFacts } from './decideRequest.ts';

const NUMBER_LENGTH_MIN = 5;
const YEARS = { first: 1900, last: 2200 };

/** What an operator typed from a document. */
export interface TypedFacts {
  names: string[];
  birthDate: string | null;
  documentNumber: string | null;
  expiresOn: string | null;
}

/** Checks typed facts and keeps of the number only what is stored. @throws AppError DOCUMENT_FACTS */
export function readFacts(keys: IdentityKeys, typed: TypedFacts): DocumentFacts {
  const names = [...new Set(typed.names.map(normalizeAccountName))].filter((name) => name !== '');
  const number = typed.documentNumber === null ? '' : plainNumber(typed.documentNumber);
  if (number !== '' && number.length < NUMBER_LENGTH_MIN) throw new AppError('DOCUMENT_FACTS', 'number');
  return {
    names,
    birthDate: readDay(typed.birthDate),
    numberHash: number === '' ? null : hashNumber(keys, number),
    numberEnd: number === '' ? null : number.slice(-4),
    expiresOn: readDay(typed.expiresOn),
  };
}

/** A day of the calendar, YYYY-MM-DD; years of the Buddhist era are a mistake that would make everybody younger. */
function readDay(typed: string | null): string | null {
  if (typed === null) return null;
  const [year = 0, month = 0, day = 0] = typed.split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === typed;
  if (!isDay || year < YEARS.first || year > YEARS.last) throw new AppError('DOCUMENT_FACTS', 'day');
  return typed;
}
