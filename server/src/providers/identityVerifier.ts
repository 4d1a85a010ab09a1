import type { DocumentKind, DocumentPart } from '@krapao/contract/identity';
import type { Unknown } from './outcome.ts';

/** A member's documents for a maker that checks them, and no more of the member than the check needs. */
export interface DocumentCheck {
  /** Our id; one id is one check, however often it is sent. */
  id: string;
  documentKind: DocumentKind;
  /** Of the payout account, upper case. */
  name: string;
  /** JPEGs. */
  pictures: Readonly<Partial<Record<DocumentPart, Buffer>>>;
}

/** What a maker read off a document, in its words. */
export interface ToldFacts {
  names: string[];
  birthDate: string | null;
  documentNumber: string | null;
  expiresOn: string | null;
}

export type VerificationAnswer =
  | { status: 'confirmed'; facts: ToldFacts }
  | { status: 'refused'; reason: string }
  /** The maker has it and has not decided. */
  | { status: 'pending' }
  | Unknown;

/** What a maker tells by itself: that it has something to say about this check. */
export interface VerificationNotice {
  id: string;
}

/** Checks documents and faces of members (rule 45). */
export interface IdentityVerifier {
  /** @param until the moment, in milliseconds since 1970, until which the call may run */
  check(check: DocumentCheck, until?: number): Promise<VerificationAnswer>;
  /** What became of a check. `not_found`: the maker never received it. */
  query(id: string, until?: number): Promise<VerificationAnswer | { status: 'not_found' }>;
}
