import { expect, test } from 'vitest';
import { standingOf } from './standing.ts';

const operators = [
  { id: '1', name: 'Mali', mayAnswer: true, isPresent: true, skills: [] },
  { id: '2', name: 'Somchai', mayAnswer: true, isPresent: true, skills: [] },
  { id: '3', name: 'Auditor', mayAnswer: false, isPresent: true, skills: [] },
];

test.each([
  ['open', null, 'free', '', ['take', 'hand over', 'close', 'write'], ['1', '2']],
  ['open', '1', 'mine', 'Mali', ['hand over', 'close', 'write'], ['2']],
  ['open', '2', 'taken', 'Somchai', ['hand over'], ['1']],
  ['closed', null, 'closed', '', ['write'], ['1', '2']],
  ['closed', '2', 'closed', 'Somchai', ['write'], ['1']],
  // The list of operators has not come, or its operator has left.
  ['open', '9', 'taken', '', ['hand over'], ['1', '2']],
] as const)('a conversation that is %s and of operator %s is %s', (status, assignedTo, ...expected) => {
  const standing = standingOf({ status, assignedTo }, '1', operators);
  const { state, owner, mayTake, mayHandOver, mayClose, mayWrite, colleagues } = standing;
  const may = { take: mayTake, 'hand over': mayHandOver, close: mayClose, write: mayWrite };
  const allowed = Object.entries(may).flatMap(([what, isAllowed]) => (isAllowed ? [what] : []));
  expect([state, owner, allowed, colleagues.map(({ id }) => id)]).toEqual(expected);
});
