import { splitTitles } from '@krapao/contract/nameTitles';
import { oneSpelling } from '@krapao/contract/spelling';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { OWN_CLUSTER } from '../testing/ownCluster.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(OWN_CLUSTER);
});
afterAll(() => database.close());

test('the database spells names as the code does, whatever marks follow one another', async () => {
  const signs = [...'กัาำิฺุเ็่๊์ํ๎ๅນັາຳິຸເຼົ່້໌ໍA'];
  const texts = signs.flatMap((one) =>
    signs.flatMap((two) => signs.flatMap((three) => [`ก${one}${two}${three}`, `ນ${three}${one}${two}າ`])),
  );
  texts.push(`ก${'า\u0e48\u0e34\u0e4c'.repeat(500)}`, '', 'ＳＯＭ\u200bCHAI', 'ພະນັກງານ\u202a', 'é', 'Straße');
  const { rows } = await sql<{ spelt: string[] }>`
    select array(select one_spelling(t) from unnest(${texts}::text[]) with ordinality u(t, n) order by n) as spelt`.execute(
    database.db,
  );
  expect(rows[0]?.spelt).toEqual(texts.map(oneSpelling));
});

test('the database leaves out the titles that the code leaves out', async () => {
  const titles = [
    ...[
      'นาย ',
      'น.ส. ',
      'น.ส ',
      'นส. ',
      'นส ',
      'นางสาว ',
      'ด.ช. ',
      'ด.ญ ',
      'คุณ ',
      'ดร. ',
      'ดร.',
      'ผศ.ดร.',
      'รศ. ดร. ',
    ],
    ...[
      'ว่าที่ร้อยตรี ',
      'ว่าที่ ร.ต. ',
      'ร.ต.อ.หญิง ',
      'พ.อ.(พิเศษ) ',
      'พล.ต.อ. ',
      'พลจัตวา ',
      'จ่าสิบเอก ',
      'ดาบตำรวจ ',
    ],
    ...['นาวาอากาศเอก ', 'พันจ่าตรี ', 'ม.ล. ', 'ม.ร.ว.', 'หม่อมหลวง ', 'พระ ', 'พระมหา ', 'แม่ชี ', 'นายแพทย์ '],
    ...[
      'MR. ',
      'Mrs.',
      'MISS ',
      'DR. ',
      'Dr ',
      'CAPT. ',
      'POL.LT.COL.',
      'POL LT COL ',
      'ACTING SUB LT. ',
      'M.L. ',
      'K. ',
    ],
    ...['ທ້າວ ', 'ທ. ', 'ນ. ', 'ດຣ. ', 'ພ.ອ. '],
    ...['', 'MISSARA ', 'DRAKE ', 'POL ', 'ส... ', 'GENA '],
    ...['บจก. ', 'หจก.', 'บมจ. ', 'ร.ร. ', 'ร.ต.ก. ', 'ส.อ.ท.', 'ส. ', 'ศ. ', 'ທ. ສ. ', 'ບຈກ. '],
    ...['จ.ส.ต. ', 'พ.จ.อ.', 'ด.ต. ', 'พ.ต. อ. ', 'ทนพญ. ', 'น. ส. ', 'นาย ... ', 'MR. ... ', 'COL ', 'หญิง '],
  ];
  const names = titles.flatMap((one) => titles.map((other) => `${one}${other}Somchai Jaidee`));
  const { rows } = await sql<{ untitled: string[] }>`
    select array(select account_name_untitled(t) from unnest(${names}::text[]) with ordinality u(t, n) order by n)
      as untitled`.execute(database.db);
  expect(rows[0]?.untitled).toEqual(names.map((name) => splitTitles(name).rest.toUpperCase()));
});
