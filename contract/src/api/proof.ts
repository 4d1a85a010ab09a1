import { family, Type } from '../endpoint.ts';
import { Time } from './common.ts';

/** Whole satang in decimal digits: what the hashes cover. */
const Satang = Type.String({ pattern: '^[0-9]{1,19}$', description: 'satang, in digits' });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex' });
const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'in Bangkok' });

const OwedRoot = Type.Object({
  day: Day,
  currency: Type.String(),
  at: Time,
  members: Type.Integer(),
  amount: Satang,
  hash: Hash,
});

/** The proof of what members are owed (docs/decisions/241-proof-of-what-members-are-owed.md). */
export const proofCalls = family({
  'GET /api/wallet/proof': {
    summary:
      'A receipt that the member’s money is in the sum of a day’s root, for scripts/verify-balance.mjs; without a day the newest. Beyond the specification',
    auth: 'member',
    openToExcluded: true,
    query: Type.Object({ day: Type.Optional(Day) }),
    response: Type.Object({
      root: OwedRoot,
      member: Type.String({ description: 'the member’s id, as in the profile' }),
      amount: Type.String({
        description: 'what the member was owed, in the wallet and in transfer; satang, in digits',
      }),
      leaves: Type.Array(
        Type.Object({
          share: Type.Integer(),
          nonce: Hash,
          amount: Satang,
          path: Type.Array(
            Type.Object({
              side: Type.Union([Type.Literal('left'), Type.Literal('right')]),
              hash: Hash,
              amount: Satang,
            }),
          ),
        }),
      ),
    }),
    errors: ['NO_DATA'],
  },
  'GET /api/lookup/owedRoots': {
    summary: 'The roots of what members are owed, of the newest 400, newest first; beyond the specification',
    auth: 'none',
    response: Type.Array(OwedRoot),
  },
});
