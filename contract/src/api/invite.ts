import { family, Type } from '../endpoint.ts';
import { Baht, Banner, PageRequest, Time } from './common.ts';

export const inviteCalls = family({
  'POST /api/invite': {
    summary: 'The invited members, and the earnings from each (INV-01)',
    auth: 'member',
    body: PageRequest,
    response: Type.Object({
      total: Type.Integer(),
      invites: Type.Array(
        Type.Object({ from: Type.Object({ name: Type.String() }), amount: Baht, createdAt: Time }),
      ),
    }),
  },
  'GET /api/invite/bonus': {
    summary: 'Receives the invite bonus (HOM-03)',
    auth: 'member',
    mutates: true,
    idempotent: true,
    response: Type.Object({ message: Type.Literal('INVITE_BONUS_SUCCESS') }),
    errors: [
      'INVITE_COLLECT',
      'INVITE_INACTIVE',
      'NO_INVITE_BONUS',
      'NO_INVITEE_PLAY_INFO',
      'INVITE_BONUS_FAIL',
      'IDEMPOTENCY_MISMATCH',
    ],
  },
  'GET /api/invite/banners': {
    summary: 'The banners shown before the invite dialog (HOM-10)',
    auth: 'member',
    response: Type.Array(Banner),
  },
});
