import { countdownText } from '@krapao/ui/duration.ts';
import { expect, test } from 'vitest';
import { noQr, type QrAnswer, type QrView, qrReducer } from './qrCountdown.ts';

const T = 1_700_000_000_000;
const open: QrAnswer = {
  qrcodeId: 'q1',
  hasQrcode: true,
  qrcode: '<svg/>',
  amount: 500.01,
  expireIn: 900,
  message: '',
  status: 'OPEN',
};
const none: QrAnswer = {
  ...open,
  qrcodeId: null,
  hasQrcode: false,
  qrcode: '',
  amount: 0,
  expireIn: 0,
  status: 'NONE',
};
const answered = (view: QrView, answer: QrAnswer, at: number) =>
  qrReducer(view, { type: 'answered', answer, at });
const ticked = (view: QrView, at: number) => qrReducer(view, { type: 'ticked', at });
const leftOf = (view: QrView, at: number) =>
  view.phase === 'open' ? countdownText(view.deadline - at) : null;

test('DEP-07 the countdown shows mm:ss in steps of one second from the expiry of the server', () => {
  const view = answered(noQr, open, T);
  expect([0, 1_000, 899_000].map((passed) => leftOf(view, T + passed))).toEqual(['15:00', '14:59', '00:01']);
});

test('DEP-06 a QR in kip keeps what is to be paid, and that it is a demonstration', () => {
  expect(answered(noQr, { ...open, kip: 325_000, isDemonstration: true }, T)).toMatchObject({
    amount: 500.01,
    kip: 325_000,
    isDemonstration: true,
  });
});

test('DEP-06 the page of a gateway is kept', () => {
  const payUrl = 'https://pay.example/1';
  expect(answered(noQr, { ...open, payUrl }, T)).toMatchObject({ payUrl });
});

test('DEP-07 at 00:00 the QR is dropped, also when the tab slept over it', () => {
  const view = answered(noQr, open, T);
  expect(ticked(view, T + 899_999).phase).toBe('open');
  expect(ticked(view, T + 900_000)).toEqual({ phase: 'none', dropped: 'q1' });
  expect(ticked(view, T + 7_200_000).phase).toBe('none');
});

test('DEP-07 a dropped QR does not come back from a late answer, a new one does', () => {
  const dropped = ticked(answered(noQr, open, T), T + 900_000);
  expect(answered(dropped, { ...open, expireIn: 1 }, T + 900_100)).toBe(dropped);
  expect(answered(dropped, { ...open, qrcodeId: 'q2' }, T + 900_100).phase).toBe('open');
});

test('DEP-07 a QR that a leap of the phone’s clock has dropped comes back with the server’s next answer', () => {
  const dropped = ticked(answered(noQr, open, T), T + 900_000);
  const back = answered(dropped, { ...open, expireIn: 880 }, T + 900_500);
  expect(back).toMatchObject({ phase: 'open', qrcodeId: 'q1' });
  expect(leftOf(back, T + 900_500)).toBe('14:40');
});

test('DEP-07 a slow answer never moves the deadline later', () => {
  const view = answered(answered(noQr, open, T), { ...open, expireIn: 899 }, T + 9_000);
  expect(leftOf(view, T + 9_000)).toBe('14:51');
});

test('DEP-07 a cancelled QR is gone; one that the server ended is dropped, as at 00:00', () => {
  const view = answered(noQr, open, T);
  for (const status of ['CANCELLED', 'NONE'] as const)
    expect(answered(view, { ...none, status }, T + 5_000)).toEqual(noQr);
  const ended = answered(view, { ...none, qrcodeId: 'q1', status: 'EXPIRED' }, T + 5_000);
  expect(ended).toEqual({ phase: 'none', dropped: 'q1' });
});

test('DEP-06 the QR on the screen turns paid, even in the moment after it ran out', () => {
  const paid: QrAnswer = { ...none, qrcodeId: 'q1', amount: 500.01, status: 'PAID' };
  const view = answered(noQr, open, T);
  const expected = { phase: 'paid', qrcodeId: 'q1', amount: 500.01 };
  expect(answered(view, paid, T + 3_000)).toEqual(expected);
  expect(answered(ticked(view, T + 900_000), paid, T + 901_000)).toEqual(expected);
});

test('DEP-06 after a paid QR the next one is shown, and the old one does not come back', () => {
  const paid: QrView = { phase: 'paid', qrcodeId: 'q1', amount: 500.01 };
  expect(answered(paid, { ...open, qrcodeId: 'q2', amount: 300 }, T)).toMatchObject({
    phase: 'open',
    qrcodeId: 'q2',
    amount: 300,
  });
  expect(answered(paid, open, T)).toBe(paid);
  expect(answered(paid, none, T)).toBe(paid);
});

test('DEP-06 a QR paid before the dialog was opened is not announced again', () => {
  expect(answered(noQr, { ...none, qrcodeId: 'q0', status: 'PAID' }, T)).toEqual(noQr);
});
