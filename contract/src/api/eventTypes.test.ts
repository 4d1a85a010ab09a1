import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { EVENT_TYPE_NAMES, EVENT_TYPES, eventData, isOfMember } from './eventTypes.ts';

test.each(EVENT_TYPE_NAMES)('the example of %s has the form that its type declares', (name) => {
  const data = { ...(isOfMember(name) && { memberId: '1042' }), ...EVENT_TYPES[name].example };
  expect(Value.Errors(eventData(name), data)).toEqual([]);
  expect(Value.Errors(eventData(name), { ...data, memberId: 1042 })).not.toEqual([]);
});
