import { randomUUID } from 'node:crypto';
import { GATEWAY_CODES } from '@krapao/contract/gateways';
import { anyLevel } from '@krapao/server/testing/anyLevel';
import { fund, setFaults } from '@krapao/server/testing/moneyWorld';
import { deposit, move, openGame } from '@krapao/server/testing/rewardWorld';
import { callSandbox } from '@krapao/server/testing/sandboxBank';
import { switchSetting } from '@krapao/server/testing/switchSetting';
import { makeOperator } from '@krapao/server/testing/testOperator';
import { makeMember, sendUnclearSlip, type TestMember, type TestServer, until } from './consoleWorld.ts';
import { picture } from './mediaFiles.ts';

const NAMES = [
  'ณัฐกานต์ ศรีสุข',
  'ກິດຕິພົງ ສີວິໄລ',
  'Bartholomew Featherstonehaugh-Cholmondeley III',
  'กิตติวัฒนานุวงศ์เจริญรุ่งเรืองทรัพย์ไพศาลสกุลวัฒนา',
];

/**
 * Fills every queue and page of the console: members with short and long names, and items of every kind.
 * @returns the member whose page has content in every tab
 */
export async function fillConsole(site: TestServer): Promise<TestMember> {
  await switchSetting(site, 'withdraw', { isAutomatic: false });
  await switchSetting(site, 'deposit', { isManual: true });
  await anyLevel(site);
  const first = await makeMember(site);
  const all = [first];
  for (const name of NAMES.slice(1)) {
    const one = await makeMember(site, { inviteCode: `PR${first.id}` });
    all.push(one);
    await site.owner.updateTable('member').set({ name }).where('id', '=', one.id).execute();
  }
  await site.owner
    .updateTable('member')
    .set({ name: NAMES[0] ?? '' })
    .where('id', '=', first.id)
    .execute();

  for (const [index, member] of all.entries()) {
    await deposit(site.db, member.id, 1_234_50n * BigInt(index * index * 40 + 1));
    await fund(site.db, member.id, 9_000_00n);
    await member.client('POST /api/wallet/withdraw', { body: { amount: 400 * (index * 10 + 1) } });
    await member.client('POST /api/wallet/add', { body: { amount: 88 * (index * 1_000 + 1) } });
    await site.owner
      .insertInto('gift_link')
      .values({
        member_id: member.id,
        hash: randomUUID().replaceAll('-', '').slice(0, 18),
        reason: index % 2 === 0 ? 'TIMEOUT' : null,
        attempts: 9,
        due_at: null,
      })
      .execute();
    const hourAgo = new Date(Date.now() - 3_600_000);
    await site.owner
      .insertInto('gateway_payment')
      .values({
        member_id: member.id,
        gateway: GATEWAY_CODES[index % GATEWAY_CODES.length] ?? '',
        connection_id: 'sandbox-gateway-ww',
        amount: 500_00n,
        pay_amount: 500_00n,
        pay_currency: 'THB',
        status: index % 2 === 0 ? 'EXPIRED' : 'CANCELLED',
        paid_amount: 500_00n * BigInt(index + 1),
        received: 500_00n * BigInt(index + 1),
        paid_at: new Date(Date.now() - index * 200_000_000),
        queued_at: new Date(Date.now() - index * 200_000_000),
        due_at: null,
        expires_at: hourAgo,
        closed_at: hourAgo,
      })
      .execute();
    await callSandbox(site, 'POST', '/bank/transfers', {
      from: {
        bankCode: 'BBL',
        accountNo: `111222333${index}`,
        accountName: `NOBODY KNOWN ${'ANYWHERE '.repeat(index * 2)}`,
      },
      to: { bankCode: 'SCB', accountNo: '4680000017' },
      amount: 640.25 * (index * 300 + 1),
    });
    await member.client('POST /api/chat/send-message', {
      body: {
        message: {
          message_type: 'text',
          payload: { text: `สวัสดีค่ะ ฝากเงินแล้วยอดยังไม่เข้าค่ะ ${'รบกวนตรวจสอบ'.repeat(index * 6)}` },
        },
      },
    });
  }
  await sendUnclearSlip(site, first, 512.5);
  await sendUnclearSlip(site, all[2] ?? first, 98_300);
  await site.owner
    .insertInto('slip')
    .values(
      all.map(({ id }, index) => ({
        member_id: id,
        reference: randomUUID(),
        file_key: randomUUID(),
        step: 'OPERATOR',
        operator_note: ['RECEIVER_UNCLEAR', 'SENDER_UNCLEAR', 'NO_VERIFIER', null][index] ?? null,
        uploaded_at: new Date(Date.now() - index * 7_000_000),
      })),
    )
    .execute();

  await openGame(first, 'pg');
  await move(first, 'WALLET', 'pg', 200);
  await setFaults(site.sandbox.url, { 'game:pg': { mode: 'wrongAmount', times: 1, for: `km${first.id}pg` } });
  await first
    .client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: 'pg', amount: 150 } })
    .catch(() => undefined);
  const manager = await makeOperator(site, 'manager');
  for (const [index, { id }] of all.entries()) {
    await manager.call(`POST /api/console/members/${id}/adjust`, {
      amount: (index % 2 === 0 ? 1 : -1) * 1_500 * (index + 1),
      reasonCode: 'MISSING_DEPOSIT',
      reason: 'The slip of Monday was ours: a colleague looked into the statement of the bank and found it',
    });
    await manager.call(`POST /api/console/members/${id}/notes`, {
      text: 'เคยฝากผ่าน QR แล้วสลิปอ่านไม่ออก 1 ครั้ง แนะนำให้ถ่ายให้เห็นครบสี่มุม',
    });
  }
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture())]), 'slip.png');
  await first.client('POST /api/chat/upload-image', { form }).catch(() => undefined);
  await until(() =>
    site.owner.selectFrom('incoming_transfer').select('id').where('status', '=', 'QUEUED').executeTakeFirst(),
  );
  return first;
}
