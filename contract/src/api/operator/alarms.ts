import { ALARM_KINDS, type AlarmKind } from '../../alarms.ts';
import { family, Type } from '../../endpoint.ts';
import { Done } from '../common.ts';

const Kinds = Type.Array(Type.Unsafe<AlarmKind>({ type: 'string', enum: [...ALARM_KINDS] }), {
  maxItems: ALARM_KINDS.length,
  uniqueItems: true,
});

/** Base64url without padding, as browsers give their keys. */
const Base64Url = (length: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${length}}$` });

/** Alarms on the operator's own devices. */
export const alarmCalls = family({
  'GET /api/console/me/alarms': {
    summary: 'Which alarms the operator may get, and which this session’s browser gets',
    auth: 'operator',
    response: Type.Object({
      publicKey: Type.String({ description: 'the site’s key for PushManager.subscribe, base64url' }),
      kinds: Kinds,
      chosen: Type.Union([Kinds, Type.Null()], { description: 'null: this browser gets none' }),
    }),
  },
  'PUT /api/console/me/alarms': {
    summary:
      'Sends alarms to this session’s browser by web push, in the language of the call, until log-out or removal',
    auth: 'operator',
    body: Type.Object({
      endpoint: Type.String({ maxLength: 2048, description: 'of a known push service' }),
      p256dh: Base64Url(87),
      auth: Base64Url(22),
      kinds: Type.Optional(Kinds),
    }),
    response: Done,
    mutates: true,
  },
  'DELETE /api/console/me/alarms': {
    summary: 'Ends alarms on this session’s browser',
    auth: 'operator',
    response: Done,
    mutates: true,
  },
});
