import { expect, test } from 'vitest';
import { joinCompounds } from './compounds.ts';

test('compounds of Thai and Lao are held together; joined once, they stay so', () => {
  const thai = joinCompounds('อายุครบ 20 ปีบริบูรณ์ สิ้นสุด', 'th');
  expect(thai).toBe('อายุครบ 20 ปีบริ\u2060บูรณ์ สิ้น\u2060สุด');
  expect(joinCompounds(thai, 'th')).toBe(thai);
  expect(joinCompounds('ໃສ່ລະຫັດຜ່ານ ຫຼື ຖາມພວກເຮົາ', 'la')).toBe('ໃສ່ລະຫັດ\u2060ຜ່ານ ຫຼື ຖາມພວກ\u2060ເຮົາ');
  expect(joinCompounds('ເບິ່ງໂບນັດ', 'la')).toBe('ເບິ່ງໂບ\u2060ນັດ');
  expect(joinCompounds('Password', 'en')).toBe('Password');
});
