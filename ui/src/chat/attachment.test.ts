import { expect, test } from 'vitest';
import { attachmentKind } from './attachment.ts';

const MB = 1024 * 1024;

test.each([
  ['a.png', 'image/png', 1, 'image'],
  ['a.JPG', 'image/jpeg', 10 * MB, 'image'],
  ['a.jpeg', '', 1, 'image'],
  ['a.b.gif', 'image/gif', 1, 'image'],
  ['a.jpg', 'image/jpeg', 10 * MB + 1, 'tooLarge'],
  ['a.mp4', 'video/mp4', 20 * MB, 'video'],
  ['a.mov', 'video/quicktime', 1, 'video'],
  ['a.mp4', 'video/mp4', 20 * MB + 1, 'tooLarge'],
  ['photo', 'image/png', 1, 'unsupported'],
  ['a.webp', 'image/webp', 1, 'unsupported'],
  ['a.pdf', 'application/pdf', 1, 'unsupported'],
  ['a.png', 'text/html', 1, 'unsupported'],
  ['a.png', 'image/png', 0, 'unsupported'],
])('CHT-06 %s of type "%s" with %d bytes: %s', (name, type, size, kind) => {
  expect(attachmentKind({ name, type, size })).toBe(kind);
});
