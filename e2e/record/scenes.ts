import { expect } from '@playwright/test';
import { wayLine, waysIn } from '../src/depositWay.ts';
import type { Member } from '../src/member.ts';
import { type Locale, text } from '../src/messages.ts';
import type { Camera } from './film.ts';

/** One how-to video (HOW-01): the preparation of its member, its first page, and its actions with captions. */
interface Scene {
  name: 'wallet' | 'play' | 'balance' | 'bonus' | 'cancel';
  path: string;
  prepare(member: Member): Promise<unknown>;
  play(camera: Camera, locale: Locale): Promise<void>;
}

const GAME = 'Dok Mali';

async function openGame(member: Member, baht: number): Promise<void> {
  const { slots } = await member.client('GET /api/wallet');
  const code = slots.find(({ name }) => name === GAME)?.code ?? '';
  await member.client('GET /api/wallet/activate/:slotCode', { params: { slotCode: code } });
  await member.client('POST /api/wallet/transfer', { body: { from: 'WALLET', to: code, amount: baht } });
}

const CAPTIONS = {
  walletTotal: {
    th: 'ตัวเลขใหญ่คือเงินทั้งหมดของคุณ',
    la: 'ຕົວເລກໃຫຍ່ແມ່ນເງິນທັງໝົດຂອງທ່ານ',
    en: 'The large figure is all of your money.',
  },
  walletParts: {
    th: 'ด้านล่างแยกเป็นกระเป๋าหลัก และเงินในเกม',
    la: 'ດ້ານລຸ່ມແຍກເປັນກະເປົາຫຼັກ ແລະ ເງິນໃນເກມ',
    en: 'Below it: the main wallet, and the money in games.',
  },
  walletTransfer: {
    th: 'ปุ่มนี้ใช้โอนเงินระหว่างกระเป๋ากับเกม',
    la: 'ປຸ່ມນີ້ໃຊ້ໂອນເງິນລະຫວ່າງກະເປົາກັບເກມ',
    en: 'This button moves money between the wallet and a game.',
  },
  walletDeposit: {
    th: 'ฝากเงินได้ด้วยการโอน QR หรือวอลเล็ต',
    la: 'ຝາກເງິນໄດ້ດ້ວຍການໂອນ QR ຫຼື ວອລເລັດ',
    en: 'Deposit by bank transfer, QR or mobile wallet.',
  },
  walletWithdraw: {
    th: 'ถอนเงินเข้าบัญชีธนาคารที่ลงทะเบียนไว้',
    la: 'ຖອນເງິນເຂົ້າບັນຊີທະນາຄານທີ່ລົງທະບຽນໄວ້',
    en: 'Withdraw to the bank account that you registered.',
  },
  playChoose: {
    th: 'เลือกเกมจากหน้าหลัก แล้วกดเปิดบัญชี',
    la: 'ເລືອກເກມຈາກໜ້າຫຼັກ ແລ້ວກົດເປີດບັນຊີ',
    en: 'Choose a game on the home screen and open an account.',
  },
  playOpened: {
    th: 'บัญชีเกมเปิดแล้ว พร้อมชื่อผู้ใช้และรหัสผ่าน',
    la: 'ບັນຊີເກມເປີດແລ້ວ ພ້ອມຊື່ຜູ້ໃຊ້ ແລະ ລະຫັດຜ່ານ',
    en: 'The game account is open, with its username and password.',
  },
  playTransfer: {
    th: 'โอนเงินเข้าเกม ใส่จำนวนแล้วกดโอน',
    la: 'ໂອນເງິນເຂົ້າເກມ ໃສ່ຈຳນວນແລ້ວກົດໂອນ',
    en: 'Move money in: enter the amount and press transfer.',
  },
  playStart: {
    th: 'กดเข้าเล่น เกมจะเปิดในแท็บใหม่และเข้าสู่ระบบให้เอง',
    la: 'ກົດເຂົ້າຫຼິ້ນ ເກມຈະເປີດໃນແຖບໃໝ່ ແລະ ເຂົ້າສູ່ລະບົບໃຫ້ເອງ',
    en: 'Press play: the game opens in a new tab, already logged in.',
  },
  balanceAge: {
    th: 'ตรงนี้บอกว่ายอดเงินอัปเดตเมื่อไร',
    la: 'ບ່ອນນີ້ບອກວ່າຍອດເງິນອັບເດດເມື່ອໃດ',
    en: 'Here you see when the balance was updated.',
  },
  balanceRefresh: {
    th: 'กดเพื่อเช็กยอดใหม่จากทุกเกม',
    la: 'ກົດເພື່ອກວດຍອດໃໝ່ຈາກທຸກເກມ',
    en: 'Press it to ask every game again.',
  },
  balanceHide: {
    th: 'กดรูปตาเพื่อซ่อนตัวเลขเมื่อมีคนอยู่ใกล้',
    la: 'ກົດຮູບຕາເພື່ອເຊື່ອງຕົວເລກເມື່ອມີຄົນຢູ່ໃກ້',
    en: 'The eye hides the figures when somebody is near.',
  },
  balanceStatement: {
    th: 'ดูทุกรายการได้ที่หน้ารายการ',
    la: 'ເບິ່ງທຸກລາຍການໄດ້ທີ່ໜ້າລາຍການ',
    en: 'Every movement is on the activity page.',
  },
  bonusPage: {
    th: 'เปิดหน้าโบนัส แล้วเลือกโบนัสที่ต้องการ',
    la: 'ເປີດໜ້າໂບນັດ ແລ້ວເລືອກໂບນັດທີ່ຕ້ອງການ',
    en: 'Open the bonus page and choose a bonus.',
  },
  bonusTerms: {
    th: 'อ่านเงื่อนไขให้ครบก่อนกดรับ',
    la: 'ອ່ານເງື່ອນໄຂໃຫ້ຄົບກ່ອນກົດຮັບ',
    en: 'Read the terms before you receive it.',
  },
  bonusReceive: {
    th: 'กดรับโบนัส แล้วติดตามยอดได้ที่หน้านี้',
    la: 'ກົດຮັບໂບນັດ ແລ້ວຕິດຕາມຍອດໄດ້ທີ່ໜ້ານີ້',
    en: 'Receive it, and follow its progress on this page.',
  },
  cancelPage: {
    th: 'ระหว่างใช้โบนัส จะถอนเงินและโอนออกไม่ได้',
    la: 'ໃນລະຫວ່າງໃຊ້ໂບນັດ ຈະຖອນເງິນ ແລະ ໂອນອອກບໍ່ໄດ້',
    en: 'While a bonus is in use you cannot withdraw or move money out.',
  },
  cancelCost: {
    th: 'ก่อนยกเลิก ดูให้ชัดว่าจะถูกหักคืนเท่าไร',
    la: 'ກ່ອນຍົກເລີກ ເບິ່ງໃຫ້ຊັດວ່າຈະຖືກຫັກຄືນເທົ່າໃດ',
    en: 'Before you cancel, see exactly what it takes back.',
  },
  cancelDone: {
    th: 'กดยืนยัน โบนัสถูกยกเลิก เงินที่เหลือใช้ได้ทันที',
    la: 'ກົດຢືນຢັນ ໂບນັດຖືກຍົກເລີກ ເງິນທີ່ເຫຼືອໃຊ້ໄດ້ທັນທີ',
    en: 'Confirm: the bonus is cancelled and the rest is yours to use.',
  },
} satisfies Record<string, Record<Locale, string>>;

export const SCENES: readonly Scene[] = [
  {
    name: 'wallet',
    path: '/user/home',
    prepare: (member) => openGame(member, 450),
    async play(camera, locale) {
      const label = (id: string) => text(locale, id);
      const { page } = camera;
      const main = page.getByRole('main');
      const close = () =>
        camera.press(
          page
            .getByRole('dialog')
            .getByRole('button', { name: label('dialog.close') })
            .first(),
        );
      camera.say(CAPTIONS.walletTotal[locale]);
      await camera.look(0.6);
      await camera.point(main.locator('.balance').first());
      await camera.look(0.8);
      camera.say(CAPTIONS.walletParts[locale]);
      await camera.point(main.locator('.hero-part').first());
      await camera.point(main.locator('.hero-part').last());
      camera.say(CAPTIONS.walletTransfer[locale]);
      await camera.press(main.getByRole('button', { name: label('transfer.title') }).first());
      await camera.look(1.6);
      await close();
      camera.say(CAPTIONS.walletDeposit[locale]);
      await camera.press(main.getByRole('button', { name: label('deposit.title'), exact: true }));
      await camera.look(0.8);
      const dialog = page.getByRole('dialog');
      await camera.press(wayLine(dialog, locale));
      await camera.press(waysIn(dialog, locale).filter({ hasText: label('deposit.wallet') }));
      await close();
      camera.say(CAPTIONS.walletWithdraw[locale]);
      await camera.press(main.getByRole('button', { name: label('withdraw.title'), exact: true }));
      await camera.look(2.2);
      await close();
    },
  },
  {
    name: 'play',
    path: '/user/home',
    prepare: (member) => member.client('PUT /api/account/habits', { body: { takesMoneyAlong: false } }),
    async play(camera, locale) {
      const label = (id: string) => text(locale, id);
      const { page } = camera;
      const main = page.getByRole('main');
      camera.say(CAPTIONS.playChoose[locale]);
      await camera.look(1);
      await camera.press(
        main.getByRole('button', { name: label('games.openOf').replace('{name}', GAME), exact: true }),
      );
      const dialog = page.getByRole('dialog', { name: GAME });
      await expect(dialog).toBeVisible();
      camera.say(CAPTIONS.playOpened[locale]);
      await camera.look(2.4);
      camera.say(CAPTIONS.playTransfer[locale]);
      await camera.press(dialog.getByRole('button', { name: label('games.transferIn') }));
      const transfer = page.getByRole('dialog', { name: label('transfer.title') });
      await transfer.getByLabel(label('money.amount')).pressSequentially('200', { delay: 250 });
      await camera.press(transfer.getByRole('button', { name: /฿200/ }));
      await expect(transfer).toBeHidden();
      await camera.look(1);
      camera.say(CAPTIONS.playStart[locale]);
      const tab = page.context().waitForEvent('page');
      await camera.press(
        main.getByRole('button', { name: label('games.playOf').replace('{name}', GAME) }).first(),
      );
      await (await tab).close();
      await camera.look(1.5);
    },
  },
  {
    name: 'balance',
    path: '/user/home',
    prepare: (member) => openGame(member, 450),
    async play(camera, locale) {
      const label = (id: string) => text(locale, id);
      const { page } = camera;
      const main = page.getByRole('main');
      const refresh = main.locator('.balance-refresh');
      camera.say(CAPTIONS.balanceAge[locale]);
      await camera.look(0.6);
      await camera.point(refresh);
      await camera.look(0.8);
      camera.say(CAPTIONS.balanceRefresh[locale]);
      await camera.press(refresh);
      await camera.look(1.8);
      camera.say(CAPTIONS.balanceHide[locale]);
      await camera.press(main.getByRole('button', { name: label('home.hide') }));
      await camera.look(1.2);
      await camera.press(main.getByRole('button', { name: label('home.show') }));
      camera.say(CAPTIONS.balanceStatement[locale]);
      await camera.press(page.getByRole('navigation').getByRole('link', { name: label('nav.statement') }));
      await camera.look(2.2);
    },
  },
  {
    name: 'bonus',
    path: '/user/home',
    prepare: () => Promise.resolve(),
    async play(camera, locale) {
      const label = (id: string) => text(locale, id);
      const { page } = camera;
      const main = page.getByRole('main');
      camera.say(CAPTIONS.bonusPage[locale]);
      await camera.look(0.8);
      await camera.press(main.locator('a.tile[href="/user/bonus"]'));
      await camera.look(0.8);
      await camera.press(main.locator('button.bonus').first());
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      camera.say(CAPTIONS.bonusTerms[locale]);
      await camera.look(1);
      await dialog
        .locator('.dialog-body')
        .evaluate((body) => body.scrollTo({ top: body.scrollHeight, behavior: 'smooth' }));
      await camera.look(2.4);
      camera.say(CAPTIONS.bonusReceive[locale]);
      await camera.press(dialog.getByRole('button', { name: label('bonus.receive') }));
      const alert = page.getByRole('alertdialog');
      await expect(alert).toBeVisible();
      await camera.look(0.8);
      await camera.press(alert.getByRole('button', { name: label('dialog.ok') }));
      await camera.look(2.4);
    },
  },
  {
    name: 'cancel',
    path: '/user/bonus',
    prepare: (member) => member.client('GET /api/bonus/activate/:code', { params: { code: 'WELCOME100' } }),
    async play(camera, locale) {
      const label = (id: string) => text(locale, id);
      const { page } = camera;
      camera.say(CAPTIONS.cancelPage[locale]);
      await camera.look(2.6);
      camera.say(CAPTIONS.cancelCost[locale]);
      await camera.press(
        page.getByRole('main').getByRole('button', { name: label('bonus.cancel'), exact: true }),
      );
      const alert = page.getByRole('alertdialog');
      await camera.look(2.8);
      camera.say(CAPTIONS.cancelDone[locale]);
      await camera.press(alert.getByRole('button', { name: label('bonus.cancel'), exact: true }));
      await expect(alert).toBeHidden();
      await camera.look(2.4);
    },
  },
];
