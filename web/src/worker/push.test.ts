import { expect, test } from 'vitest';
import { addressOf, shownPush } from './push.ts';

test('a push shows its words under its tag, and its press leads to what it tells of', () => {
  const message = {
    title: 'เงินเข้ากระเป๋าแล้ว',
    body: 'จำนวนเงิน ฿300.00',
    tag: 'n7',
    language: 'la',
    opens: 'story',
    row: '12',
  };
  const { title, options } = shownPush(JSON.stringify(message));
  expect([title, options]).toMatchObject([message.title, { body: message.body, tag: 'n7', lang: 'lo' }]);
  expect(addressOf(options.data)).toBe('/user/home?notification=story&row=12');
  expect(addressOf({ opens: 'sessions' })).toBe('/user/home?notification=sessions');
});

test.each([undefined, '', 'x', '{}', 'null', '[]', '{"title":1}'])(
  'a push that cannot be read (%s) is shown all the same, because browsers ask for it',
  (text) => {
    expect(shownPush(text)).toMatchObject({ title: 'Krapao' });
  },
);
