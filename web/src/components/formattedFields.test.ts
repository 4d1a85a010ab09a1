import { amountFormat, amountIn } from '@krapao/ui/amountFormat.ts';
import { field } from '@krapao/ui/testing/editedField.ts';
import { useAmountInput } from '@krapao/ui/useAmountInput.ts';
import fc from 'fast-check';
import { type ChangeEvent, createElement, type KeyboardEvent, useState } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { accountNumberFormat, upperCaseFormat } from '../lib/fieldFormats.ts';
import { phoneFormat } from './PhoneField.tsx';

test('an account number is edited in its middle without a digit out of place', () => {
  const account = field(accountNumberFormat, '134567890|');
  expect(account.text).toBe('134567890|');
  expect(account.moveTo(1).type('9').text).toBe('19|3-456-7890');
  expect(field(accountNumberFormat, '134567890|').moveTo(1).type('99').text).toBe('199|34567890');
  // A complete number accepts no further digit in its middle.
  const full = field(accountNumberFormat, `${'1'.repeat(20)}|`);
  expect(full.moveTo(5).type('2').text).toBe(`11111|${'1'.repeat(15)}`);
});

test('deleting a separator deletes the digit beside it', () => {
  expect(field(accountNumberFormat, '193-|456-7890').backspace().text).toBe('19|4567890');
  expect(field(accountNumberFormat, '193|-456-7890').remove().text).toBe('193|567890');
  expect(field(phoneFormat, '081 |234 5678').backspace().text).toBe('08|2 345 678');
});

test('LOG-04 a phone number is pasted in any spelling, and edited in its middle', () => {
  for (const pasted of [
    '+66812345678',
    '0066 81-234-5678',
    '66812345678',
    '๐๘๑ ๒๓๔ ๕๖๗๘',
    '\u202a081-234-5678\u202c',
  ])
    expect(field(phoneFormat, '|').paste(pasted).text).toBe('081 234 5678|');
  expect(field(phoneFormat, '|').type('+66812345678').text).toBe('081 234 5678|');
  expect(field(phoneFormat, '|').type('66812345678').text).toBe('081 234 5678|');
  expect(field(phoneFormat, '|').type('0812345678').type('9').text).toBe('081 234 5678|');
  expect(field(phoneFormat, '081| 234 567').type('9').text).toBe('081 9|23 4567');
  // An overlong value is shown in full, so that the member sees the error.
  expect(field(phoneFormat, '|').paste('081234567890').kept).toBe('081234567890');
});

test('REG-12 a name is upper-cased where the caret stands', () => {
  expect(field(upperCaseFormat, 'SOM|JAI').type('chai').text).toBe('SOMCHAI|JAI');
  expect(field(upperCaseFormat, 'STRA|E').type('ß').text).toBe('STRASS|E');
});

test('an amount keeps what stood, and the caret, where an edit would make it no amount', () => {
  expect(field(amountFormat, '12|.50').type('x').text).toBe('12|.50');
  expect(field(amountFormat, '12.5|0').type('7').text).toBe('12.5|0');
  expect(field(amountFormat, '1|00').type('5').text).toBe('1,5|00');
});

test('TRF-01 an amount is grouped while it is typed, pasted and deleted, and the caret stays where it was', () => {
  expect(field(amountFormat, '|').type('1234').text).toBe('1,234|');
  expect(field(amountFormat, '1234|').moveTo(3).type('9').text).toBe('12,9|34');
  expect(field(amountFormat, '12345|67.5').type('9').text).toBe('12,349|,567.5');
  expect(field(amountFormat, '|').type('๑๒๓๔๕').text).toBe('12,345|');
  for (const pasted of ['๑๒๓๔.๕', '1,234.5', '฿ 1234.5 บาท', '໑໒໓໔.໕'])
    expect(field(amountFormat, '|').paste(pasted).text).toBe('1,234.5|');
  expect(field(amountFormat, '1234|').moveTo(2).backspace().text).toBe('|234');
  expect(field(amountFormat, '1234|').moveTo(1).remove().text).toBe('1|34');
  expect(field(amountFormat, '1234|').moveTo(5).backspace().text).toBe('123|');
});

test('TRF-01 a typed comma is the decimal mark, or ends a group; what may be two amounts is refused, and told', () => {
  expect(field(amountFormat, '|').type('100,50').text).toBe('100,50|');
  expect(field(amountFormat, '|').type('1000,5').text).toBe('1,000,5|');
  expect(field(amountFormat, '|').type('1,00').kept).toBe('1,00');
  expect(field(amountFormat, '|').type('1,000').kept).toBe('1000');
  expect(field(amountFormat, '|').type('1,250.50').kept).toBe('1250.50');
  for (const [typed, left] of [
    ['1000,500', '1,000,50|'],
    ['0,500', '0,50|'],
    ['1.234', '1.23|'],
    ['1,25.', '1,25|'],
  ] as const) {
    const amount = field(amountFormat, '|').type(typed);
    expect([amount.text, amount.problem]).toEqual([left, 'money.twoAmounts']);
    expect(amount.backspace().problem).toBeNull();
  }
  expect(field(amountFormat, '1234|').moveTo(5).backspace().kept).toBe('123');
  expect(field(amountFormat, '1234|').moveTo(5).backspace().backspace().type(',5').kept).toBe('12,5');
  expect(field(amountFormat, '1234|').moveTo(1).type(',').kept).toBe('1234');
  expect(field(amountFormat, '|').type('12,5').backspace().backspace().kept).toBe('12');
});

test('TRF-01 a whole amount says itself what its commas are', () => {
  expect(field(amountFormat, '|').paste('12,34').text).toBe('12,34|');
  expect(field(amountFormat, '|').paste('1,000').kept).toBe('1000');
  expect(field(amountFormat, '|').paste('1,250.50').kept).toBe('1250.50');
  expect(field(amountFormat, '|').paste('1000,500').text).toBe('|');
  expect(field(amountFormat, '1234|').moveTo(3).paste('55').kept).toBe('125534');
});

test('TRF-01 whatever keys are pressed, the amount is what the last key says, or as it was and told', () => {
  const key = fc.record({
    at: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(12)),
    key: fc.constantFrom(...'0123456789๕໕,.⌫'),
  });
  fc.assert(
    fc.property(fc.array(key, { maxLength: 20 }), (keys) => {
      const amount = field(amountFormat, '|');
      for (const { at, key: pressed } of keys) {
        const before = amount.kept;
        const shown = amount.text.replace('|', '');
        const place = Math.min(at, shown.length);
        amount.moveTo(place);
        const inFront = keptIn(before, shown.slice(0, place));
        if (pressed === '⌫') {
          amount.backspace();
          const said = before.slice(0, Math.max(0, inFront - 1)) + before.slice(inFront);
          expect(amountIn(amount.kept)).toBe(numberIn(said));
          continue;
        }
        amount.type(pressed);
        const said = before.slice(0, inFront) + pressed.replace(/[๕໕]/, '5') + before.slice(inFront);
        if (/^\d{0,9}(?:[.,]\d{0,2})?$/.test(said)) {
          expect([amountIn(amount.kept), amount.problem]).toEqual([numberIn(said), null]);
          continue;
        }
        if (/^[1-9]\d{0,2},\d{3}$/.test(said)) {
          expect([amount.kept, amount.problem]).toEqual([said.replace(',', ''), null]);
          continue;
        }
        expect(amount.kept).toBe(before);
        // A digit too many is refused as in every field.
        if (!/^\d{10}/.test(said)) expect(amount.problem).toBe('money.twoAmounts');
      }
    }),
  );
});

const INSERTIONS = ['insertFromPaste', 'insertReplacementText', 'insertText', 'insertCompositionText'];

test('TRF-01 what replaces a part may leave a comma of the field: it is refused, and told, if it may be two amounts', () => {
  for (const inserted of ['5', null]) {
    const amount = field(amountFormat, '1234|').select(3, 5).put('5', 'insertFromPaste', inserted);
    expect([amount.kept, amount.problem]).toEqual(['1234', 'money.twoAmounts']);
    expect(amount.backspace().problem).toBeNull();
  }
  for (const inputType of INSERTIONS) {
    const amount = field(amountFormat, '12345|').select(3, 6).put('50', inputType);
    expect([amount.kept, amount.problem]).toEqual(['12345', 'money.twoAmounts']);
  }
  // A key leaves the field's own separators what they are, also where it replaces a part.
  expect(field(amountFormat, '1234|').select(3, 5).type('5').kept).toBe('125');
  expect(field(amountFormat, '1234|').select(1, 4).type(',').kept).toBe('1,4');
  expect(field(amountFormat, '1234|').select(2, 5).backspace().kept).toBe('1');
  // Both leave `1,00`: the one without the group and its comma, the other without the comma behind it.
  expect(field(amountFormat, '1000,00|').select(1, 5).backspace().kept).toBe('1,00');
  expect(field(amountFormat, '1000,00|').select(2, 6).backspace().kept).toBe('100');
});

test('TRF-01 what replaces everything says itself what its commas are, if the browser says that it is everything', () => {
  const over = (start: string, text: string, inputType: string, inserted: string | null = text) => {
    const amount = field(amountFormat, `${start}|`);
    return amount.select(0, amount.text.length - 1).put(text, inputType, inserted);
  };
  for (const inputType of ['insertText', 'insertFromPaste', 'insertReplacementText']) {
    expect(over('1000', '1,50', inputType).kept).toBe('1,50');
    expect(over('12345', '12,34', inputType).kept).toBe('12,34');
    const unsaid = over('1000', '1,50', inputType, null);
    expect([unsaid.kept, unsaid.problem]).toEqual(['1000', 'money.twoAmounts']);
    // What is one amount in both ways needs no saying.
    for (const inserted of ['1,250.50', null])
      expect(over('1000', '1,250.50', inputType, inserted).kept).toBe('1250.50');
    expect(over('1234', '1,000', inputType, null).kept).toBe('1000');
    expect(over('567', '12,34', inputType, null).kept).toBe('12,34');
  }
  expect(over('1000', '1,50', '', null).kept).toBe('1,50');
});

test('TRF-01 whatever replaces a part, the amount is what the edit says in every reading, or as it was and told', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[1-9]\d{0,6}(?:[.,]\d{0,2})?$/),
      fc.tuple(fc.nat(13), fc.nat(13)),
      fc.stringMatching(/^\d{0,3}(?:[.,]\d{0,3})?$/),
      fc.constantFrom(...INSERTIONS),
      fc.boolean(),
      (start, places, text, insertion, isSaid) => {
        const inputType = text === '' ? 'deleteContentBackward' : insertion;
        const edited = field(amountFormat, `${start}|`);
        const shown = edited.text.replace('|', '');
        const [from = 0, to = 0] = places.map((at) => Math.min(at, shown.length)).sort((a, b) => a - b);
        const [inFront, upTo] = [keptIn(start, shown.slice(0, from)), keptIn(start, shown.slice(0, to))];
        // To delete a separator deletes a digit beside it.
        if (text === '' && inFront === upTo) return;
        edited.select(from, to).put(text, inputType, isSaid && text !== '' ? text : null);
        const own = readAs(start.slice(0, inFront) + text + start.slice(upTo), true);
        const whole = readAs(shown.slice(0, from) + text + shown.slice(to), false);
        const isComposed = inputType === 'insertCompositionText';
        const isKnown = isSaid && !isComposed;
        const isKey = inputType === 'insertText' && text.length === 1 && (isKnown || from === to);
        const isTyped = isKey || text === '' || (isComposed && from === to);
        const isEverything = from === 0 && to === shown.length;
        const said = isTyped ? [own] : isEverything ? [whole] : [own, whole];
        const amounts = new Set(said.filter((amount) => amount !== 'none'));
        const outcome = edited.problem ?? amountIn(edited.kept);
        if (edited.problem !== null) expect(edited.kept).toBe(start);
        if (amounts.size > 1) expect(outcome).toBe('money.twoAmounts');
        else if (isTyped || isKnown) {
          const [amount = 'money.twoAmounts'] = amounts;
          if ((text + start).replace(/\D/g, '').length <= 9) expect(outcome).toBe(amount);
        } else if (amounts.size === 1) expect([...amounts, 'money.twoAmounts']).toContain(outcome);
      },
    ),
  );
});

test('TRF-01 Enter sends nothing while a refusal is told', () => {
  expect(isEnterTaken('1000,500')).toBe(true);
  expect(isEnterTaken('abc')).toBe(true);
  expect(isEnterTaken('1000,50')).toBe(false);
});

/** Whether an amount field takes Enter from its form, after a text was filled in. */
function isEnterTaken(text: string): boolean {
  const enter = { key: 'Enter', preventDefault: vi.fn() };
  renderToStaticMarkup(createElement(Amount, { text, enter: enter as unknown as KeyboardEvent }));
  return enter.preventDefault.mock.calls.length > 0;
}

/** Without a document: the text comes in its first rendering, the key in the next one. */
function Amount({ text, enter }: { text: string; enter: KeyboardEvent }) {
  const { input } = useAmountInput('100', () => undefined, amountFormat);
  const [isFilled, setFilled] = useState(false);
  if (isFilled) {
    input.onKeyDown(enter);
    return null;
  }
  setFilled(true);
  const filled = { target: { value: text, selectionStart: text.length }, nativeEvent: {} };
  input.onChange(filled as ChangeEvent<HTMLInputElement>);
  return null;
}

function readAs(text: string, isTyped: boolean): number | null | 'none' {
  const kept = amountFormat.read(text, isTyped);
  return kept === null ? 'none' : amountIn(kept);
}

/** How many kept characters a part of the shown text has. */
function keptIn(kept: string, front: string): number {
  let count = 0;
  for (const character of front) if (character === kept[count]) count += 1;
  return count;
}

const numberIn = (said: string) => (/\d/.test(said) ? Number(said.replace(',', '.')) : null);

const FORMATS = {
  phone: phoneFormat,
  account: accountNumberFormat,
  name: upperCaseFormat,
  amount: amountFormat,
};

test('any edit at any place gives what the same edit of the bare text gives, with the caret behind what was typed', () => {
  const digits = fc.stringMatching(/^[1-9][0-9]{0,8}$/);
  fc.assert(
    fc.property(
      fc.constantFrom('account', 'amount', 'name'),
      digits,
      fc.nat(20),
      fc.constantFrom('3', '7'),
      (name, start, at, typed) => {
        const format = FORMATS[name as keyof typeof FORMATS];
        const shown = format.show(start);
        const place = Math.min(at, shown.length);
        const inFront = shown.slice(0, place).replace(/[-,]/g, '').length;
        const edited = field(format, `${start}|`).moveTo(place).type(typed);
        const wanted = start.slice(0, inFront) + typed + start.slice(inFront);
        if (format.read(wanted) === null) return;
        expect(edited.kept).toBe(wanted);
        expect(edited.text.split('|')[0]?.replace(/[-,]/g, '')).toBe(wanted.slice(0, inFront + 1));
        expect(edited.backspace().kept).toBe(start);
      },
    ),
  );
});
