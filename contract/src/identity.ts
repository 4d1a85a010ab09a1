/** How far it is proved who a member is: the phone, the payout account, a document and the face, the source of funds. */
export const IDENTITY_LEVELS = [0, 1, 2, 3] as const;
export type IdentityLevel = (typeof IDENTITY_LEVELS)[number];

/** The levels that a member asks for with documents. */
export const ASKED_LEVELS = [2, 3] as const;
export type AskedLevel = (typeof ASKED_LEVELS)[number];

/** What a member shows: `funds` is any paper that shows where the money comes from. */
export const DOCUMENT_KINDS = ['idCard', 'passport', 'drivingLicence', 'funds'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_PARTS = ['front', 'back', 'selfie', 'funds'] as const;
export type DocumentPart = (typeof DOCUMENT_PARTS)[number];

/** The pictures that each kind needs. */
export const PARTS_OF: Readonly<Record<DocumentKind, readonly DocumentPart[]>> = {
  idCard: ['front', 'back', 'selfie'],
  passport: ['front', 'selfie'],
  drivingLicence: ['front', 'back', 'selfie'],
  funds: ['funds'],
};

/** `OPEN`: the member still adds pictures. */
export const IDENTITY_STATES = ['OPEN', 'WAITING', 'APPROVED', 'REFUSED', 'TAKEN_BACK'] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

/** Why a request is refused; the member reads it, with what to do. */
export const IDENTITY_REFUSALS = [
  'UNREADABLE',
  'EXPIRED',
  'NOT_SAME_PERSON',
  'ACCOUNT_NAME',
  'AGE',
  'FUNDS',
  'OTHER',
] as const;
export type IdentityRefusal = (typeof IDENTITY_REFUSALS)[number];

/** What a check of a member may find. */
export const FINDING_KINDS = [
  'highRisk',
  'sanctions',
  'underAge',
  'sameDocument',
  'verification',
  'excluded',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** How far a maker that checks documents is with a request; `UNKNOWN`: it is asked no more. */
export const VERIFICATION_STATES = ['ASKING', 'CONFIRMED', 'REFUSED', 'UNKNOWN'] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** A picture of a document as the member sends it, in bytes. */
export const DOCUMENT_BYTES_MAX = 10 * 1024 * 1024;

/** Lists that members are compared with: accounts and persons of high risk (HR-03), and sanctions. */
export const LIST_KINDS = ['highRisk', 'sanctions'] as const;
export type ListKind = (typeof LIST_KINDS)[number];
