import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { BANKS } from '../bank/banks.ts';
import type { Transfer } from '../bank/ledger.ts';
import { readQrPayload } from '../bank/qrPayload.ts';
import { accountOf, receiverTitle } from '../bank/receiver.ts';
import { payFromDemoAccount } from '../bank/transferRoutes.ts';
import { type Fields, fieldsOf } from '../http/fields.ts';
import { Problem } from '../http/problem.ts';
import { bahtForPeople } from '../money.ts';
import { SPOILS } from '../slip/slipImage.ts';
import type { World } from '../world.ts';
import { Html, html } from './html.ts';
import { alertBox, sendPage, when } from './layout.ts';

const MOST_PIXELS = 40_000_000;
const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
const wasmBinary = new Uint8Array(readFileSync(wasm)).buffer;

/** The demonstration bank app. */
export async function bankPage(app: FastifyInstance, world: World): Promise<void> {
  await app.register(multipart, { limits: { fileSize: 10 * 1024 * 1024, files: 1 } });

  app.get<{ Querystring: { qr?: string; paid?: string } }>('/bank', async (request, reply) =>
    show(reply, world, request.query, null),
  );

  app.post('/bank/pay', async (request, reply) => {
    const fields = fieldsOf(request.body);
    try {
      const transfer = payFromDemoAccount(world, orderFromForm(fields));
      return reply.redirect(`/bank?paid=${transfer.transRef}`, 303);
    } catch (error) {
      if (error instanceof Problem) return show(reply, world, fields, error.message);
      throw error;
    }
  });

  app.post('/bank/read-qr', async (request, reply) => {
    const file = await request.file();
    const payload = file ? await qrInImage(await file.toBuffer()) : null;
    if (payload === null) return show(reply, world, {}, 'No QR was found in this image.');
    return reply.redirect(`/bank?qr=${encodeURIComponent(payload)}`, 303);
  });
}

/** The first QR in an image, or null. */
async function qrInImage(image: Buffer): Promise<string | null> {
  try {
    const upright = await sharp(image, { limitInputPixels: MOST_PIXELS })
      .rotate()
      .flatten({ background: '#fff' })
      .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
    // A reader with clean memory for each image: in the old one it may find the QR of the image before.
    await prepareZXingModule({ overrides: { wasmBinary }, equalityFn: () => false, fireImmediately: true });
    const found = await readBarcodes(new Uint8Array(upright), { formats: ['QRCode'], tryHarder: true });
    return found[0]?.text ?? null;
  } catch {
    return null;
  }
}

function orderFromForm(fields: Fields) {
  const { bankCode, accountNo, accountName, qr, toBankCode, toAccountNo, amount } = fields;
  const to =
    typeof qr === 'string' && qr.trim() !== '' ? { qr } : { bankCode: toBankCode, accountNo: toAccountNo };
  return { from: { bankCode, accountNo, accountName }, to, amount };
}

function show(reply: FastifyReply, world: World, fields: Fields, error: string | null): FastifyReply {
  const paid = typeof fields.paid === 'string' ? world.bank.transfer(fields.paid) : undefined;
  const history = world.bank.transfers(20);
  return sendPage(
    reply,
    {
      title: 'Bank',
      place: '/bank',
      scripts: ['bank.js'],
      body: html`<h1>Demo bank <span lang="th">ธนาคารสาธิต</span></h1>${paid ? receipt(paid) : null}${alertBox(error)}<div class="split"><section><h2>Pay</h2>${qrForm()}${payForm(world, fields)}</section><section><h2>Transfers</h2>${history.length === 0 ? html`<p class="empty">No transfer yet.</p>` : html`<ul class="rows">${history.map(transferRow)}</ul>`}</section></div>`,
    },
    error === null ? 200 : 400,
  );
}

function qrForm(): Html {
  return html`<form class="panel" method="post" action="/bank/read-qr" enctype="multipart/form-data"><label>Picture of a QR<input type="file" name="image" accept="image/*" required></label><button class="secondary">Read the QR</button></form>`;
}

function payForm(world: World, fields: Fields): Html {
  const last = world.bank.senders(1)[0];
  const value = (name: string, otherwise = '') => {
    const given = fields[name];
    return typeof given === 'string' ? given : otherwise;
  };
  const order = value('qr') === '' ? null : readQrPayload(value('qr').trim());
  const scanned = order
    ? html`<p class="note">To <strong>${receiverTitle(order.receiver)} ${accountOf(order.receiver).accountNo}</strong>${order.amount === null ? ', you choose the amount.' : html`, <strong>${bahtForPeople(order.amount)} ${order.currency === '418' ? 'LAK' : 'baht'}</strong>.`}</p>`
    : alertBox(value('qr') === '' ? null : 'This is not a payment QR, or its checksum is wrong.');
  return html`<form class="panel" method="post" action="/bank/pay"><fieldset><legend>From</legend><label>Bank<select name="bankCode">${bankOptions(value('bankCode', last?.bankCode ?? 'KBANK'))}</select></label><label>Account number<input name="accountNo" inputmode="numeric" required value="${value('accountNo', last?.accountNo ?? '1234567890')}"></label><label>Account name<input name="accountName" required value="${value('accountName', last?.accountName ?? 'NATTAKAN SRISUK')}"></label></fieldset><fieldset><legend>To</legend><label>QR payload<textarea id="qr" name="qr" rows="3" spellcheck="false" placeholder="0002010102…">${value('qr')}</textarea></label>${scanned}<details><summary>or an account number</summary><label>Bank<select name="toBankCode">${bankOptions(value('toBankCode', 'KBANK'))}<option value="PROMPTPAY">PromptPay</option></select></label><label>Account number or PromptPay id<input name="toAccountNo" inputmode="numeric" value="${value('toAccountNo')}"></label></details></fieldset><label>Amount in baht<input class="amount" name="amount" inputmode="decimal" placeholder="${order?.amount ? bahtForPeople(order.amount) : '0.00'}" value="${value('amount')}"></label><p class="meta">Leave it empty where the QR fixes the amount. Demonstration accounts never run dry.</p><button>Pay <span lang="th">โอนเงิน</span></button></form>`;
}

function bankOptions(chosen: string): Html {
  return new Html(
    BANKS.map((bank) =>
      bank.code === chosen
        ? html`<option value="${bank.code}" selected>${bank.name}</option>`
        : html`<option value="${bank.code}">${bank.name}</option>`,
    )
      .map((option) => option.markup)
      .join(''),
  );
}

function receipt(transfer: Transfer): Html {
  return html`<section class="lacquer paid" role="status"><p>โอนเงินสำเร็จ · Paid</p><p class="figure">${bahtForPeople(transfer.amount)} <small>${transfer.currency === 'LAK' ? 'LAK' : 'baht'}</small></p><p class="meta">Reference ${transfer.transRef}</p><p><a class="button" href="/bank/slips/${transfer.transRef}.png" download>Download the slip</a></p></section>`;
}

function transferRow(transfer: Transfer): Html {
  const slip = `/bank/slips/${transfer.transRef}`;
  const { accountNo } = accountOf(transfer.receiver);
  return html`<li><div><p><strong>${transfer.payoutId === null ? 'Paid' : 'Pay-out'}</strong> ${transfer.from.bankCode} ${transfer.from.accountNo} to ${receiverTitle(transfer.receiver)} ${accountNo}</p><p class="meta">${when(transfer.at)} · ${transfer.transRef}</p><details><summary>Slip</summary><p class="links"><a href="${slip}.jpg">JPEG</a>${SPOILS.map((spoil) => html`<a href="${slip}.png?spoil=${spoil}">${spoil === 'none' ? 'PNG' : spoil}</a>`)}</p></details></div><p class="sum">${bahtForPeople(transfer.amount)}</p></li>`;
}
