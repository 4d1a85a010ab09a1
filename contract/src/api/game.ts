import { family, Type } from '../endpoint.ts';
import { Code, Done } from './common.ts';

const LaunchLink = Type.Object({ link: Type.String({ description: 'one-time launch address' }) });
const errors = ['NO_GAME', 'SLOT_NO_ACCOUNT', 'SERVICE_UNAVAILABLE'] as const;

export const gameCalls = family({
  'PUT /api/account/favourites/:slotCode': {
    summary: 'Marks a game as a favourite; beyond the specification',
    auth: 'member',
    params: Type.Object({ slotCode: Code }),
    response: Done,
    errors: ['NO_GAME', 'FAVOURITES_FULL'],
  },
  'DELETE /api/account/favourites/:slotCode': {
    summary: 'Takes the mark of a favourite away; beyond the specification',
    auth: 'member',
    params: Type.Object({ slotCode: Code }),
    response: Done,
  },
  'GET /api/autoLogin/:provider/:username': {
    summary: 'Creates a launch link for the game account (GAM-03)',
    auth: 'member',
    mutates: true,
    params: Type.Object({ provider: Code, username: Code }),
    response: LaunchLink,
    errors,
  },
  'GET /api/autoLogin/:provider/:username/:password': {
    summary: 'Creates a launch link; ignores the password in the path and uses the stored one (GAM-03)',
    auth: 'member',
    mutates: true,
    params: Type.Object({ provider: Code, username: Code, password: Type.String({ maxLength: 128 }) }),
    response: LaunchLink,
    errors,
  },
});
