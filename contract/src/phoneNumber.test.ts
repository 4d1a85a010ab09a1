import { describe, expect, test } from 'vitest';
import { e164PhoneNumber, hasPhoneNumberLength, nationalPhoneNumber } from './phoneNumber.ts';

describe('Thailand', () => {
  test.each([
    '0812345678',
    '081-234-5678',
    '+66812345678',
    '66812345678',
    ' 081 234 5678 ',
    '0066 81 234 5678',
    '+66 (0) 81 234 5678',
    '๐๘๑-๒๓๔-๕๖๗๘',
    '\u202a+66 81\u2011234\u20135678\u202c',
  ])('one number in any spelling: %s', (typed) => {
    const national = nationalPhoneNumber(typed, 'thailand');
    expect(national).toBe('0812345678');
    expect(e164PhoneNumber(national ?? '', 'thailand')).toBe('+66812345678');
  });

  test.each(['', '081234567', '08123456789', '0212345678', '081234567x', '02055123456'])(
    'no Thai mobile number: %s',
    (typed) => {
      expect(nationalPhoneNumber(typed, 'thailand')).toBeNull();
    },
  );

  test('LOG-04 exactly 10 characters', () => {
    expect(hasPhoneNumberLength('081 234 5678', 'thailand')).toBe(true);
    expect(hasPhoneNumberLength('081234567', 'thailand')).toBe(false);
    expect(hasPhoneNumberLength('08123456789', 'thailand')).toBe(false);
  });
});

describe('VAR-01 Laos', () => {
  test.each([
    ['02055123456', '02055123456'],
    ['2055123456', '02055123456'],
    ['+8562055123456', '02055123456'],
    ['8562055123456', '02055123456'],
    ['0301234567', '0301234567'],
    ['+856301234567', '0301234567'],
    ['00856 20 5512 3456', '02055123456'],
    ['໐໒໐ ໕໕໑໒ ໓໔໕໖', '02055123456'],
    // https://github.com/google/libphonenumber, resources/PhoneNumberMetadata.xml: LA, mobile
    ['02087123456', '02087123456'],
    ['+856 20 88 123 456', '02088123456'],
    ['2088123456', '02088123456'],
    ['03021234567', '03021234567'],
    ['8563041234567', '03041234567'],
    ['3041234567', '03041234567'],
  ])('%s is %s', (typed, national) => {
    expect(nationalPhoneNumber(typed, 'laos')).toBe(national);
    expect(hasPhoneNumberLength(typed, 'laos')).toBe(true);
  });

  test.each([
    '02015123456',
    '0812345678',
    '030123456',
    '020551234567',
    '02086123456',
    '02089123456',
    '03012345678',
  ])('no Lao mobile number: %s', (typed) => {
    expect(nationalPhoneNumber(typed, 'laos')).toBeNull();
    expect(hasPhoneNumberLength(typed, 'laos')).toBe(false);
  });
});
