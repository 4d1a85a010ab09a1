import type { Unknown } from './outcome.ts';

/** Whom a central register of exclusions is asked about. */
export interface AskedPerson {
  /** E.164. */
  phoneNumber: string;
  /** Of the payout account, upper case. */
  name: string;
}

/** An entry of a register. */
export interface Listed {
  status: 'listed';
  /** The register's name of the entry. */
  reference: string;
  /** Null: for ever. */
  until: Date | null;
}

export type RegisterAnswer = Listed | { status: 'notListed' } | Unknown;

/** A central register of people who excluded themselves, at every site of a country (rule 13). */
export interface ExclusionRegister {
  /** @param until the moment, in milliseconds since 1970, until which the question may run */
  ask(person: AskedPerson, until?: number): Promise<RegisterAnswer>;
}
