import { family, Type } from '../../endpoint.ts';
import { Done, Text, Time } from '../common.ts';
import { NumberId } from './common.ts';
import { MemberFilter } from './memberList.ts';

/** Segments that are kept: so many names still fit into a list. */
export const SEGMENTS_MAX = 200;
export const SEGMENT_NAME_MAX = 50;

const Terms = Type.Object({ name: Text(SEGMENT_NAME_MAX), filter: MemberFilter });

/** Filters of the list of members, kept under a name. */
export const segmentCalls = family({
  'GET /api/console/segments': {
    summary:
      'The saved segments, by name; `POST /api/console/members/list` lists and counts the members of one',
    auth: 'operator',
    permission: 'member.read',
    response: Type.Object({
      segments: Type.Array(
        Type.Object({ id: Type.String(), ...Terms.properties, savedBy: Type.String(), savedAt: Time }),
      ),
    }),
  },
  'POST /api/console/segments': {
    summary: 'Saves a filter under a name that no other segment has, in whatever case',
    auth: 'operator',
    permission: 'segment.edit',
    body: Terms,
    response: Type.Object({ id: Type.String() }),
    errors: ['SEGMENT_NAME', 'SEGMENT_COUNT', 'INVALID_AMOUNT'],
    mutates: true,
  },
  'PUT /api/console/segments/:id': {
    summary: 'Gives a segment another name or filter',
    auth: 'operator',
    permission: 'segment.edit',
    params: NumberId,
    body: Terms,
    response: Done,
    errors: ['NO_DATA', 'SEGMENT_NAME', 'INVALID_AMOUNT'],
    mutates: true,
  },
  'DELETE /api/console/segments/:id': {
    summary: 'Deletes a segment; its members stay as they are',
    auth: 'operator',
    permission: 'segment.edit',
    params: NumberId,
    response: Done,
    errors: ['NO_DATA'],
    mutates: true,
  },
});
