import { family, Type } from '../../endpoint.ts';
import {
  CHECK_IDS,
  CHECK_STATES,
  type CheckId,
  type CheckState,
  PREFLIGHT_GROUPS,
  type PreflightGroup,
  SEVERITIES,
  type Severity,
} from '../../preflight.ts';
import { Time } from '../common.ts';

const oneOf = <Name extends string>(names: readonly Name[]) =>
  Type.Unsafe<Name>(Type.Union(names.map((name) => Type.Literal(name))));

const Result = Type.Object({
  id: oneOf<CheckId>(CHECK_IDS),
  group: oneOf<PreflightGroup>(PREFLIGHT_GROUPS),
  severity: oneOf<Severity>(SEVERITIES),
  state: oneOf<CheckState>(CHECK_STATES),
  finding: Type.String({ description: 'what was found, a name of the catalogue' }),
  values: Type.Record(Type.String(), Type.String(), { description: 'what its words name; never a secret' }),
  page: Type.Union([Type.String(), Type.Null()], {
    description: 'address below /console where it is done; null: on the server',
  }),
  tookMs: Type.Integer(),
});

/** What a site needs before real money, judged now. */
export const preflightCalls = family({
  'GET /api/console/preflight': {
    summary: 'Judges what a site needs before real money, with harmless calls to connected services',
    auth: 'operator',
    permission: 'connection.manage',
    query: Type.Object({
      group: Type.Optional(oneOf<PreflightGroup>(PREFLIGHT_GROUPS)),
    }),
    response: Type.Object({ checkedAt: Time, checks: Type.Array(Result) }),
    errors: ['REQUEST_LIMIT'],
  },
});
