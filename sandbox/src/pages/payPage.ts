import type { FastifyInstance } from 'fastify';
import { clock } from '../clock.ts';
import { type GatewayPayment, isOwn, paymentQr } from '../gateway/gatewayBook.ts';
import { notFound } from '../http/problem.ts';
import { bahtForPeople } from '../money.ts';
import { qrSvg } from '../slip/qrPath.ts';
import type { World } from '../world.ts';
import { Html, html } from './html.ts';
import { sendPage } from './layout.ts';

interface OfPayment {
  gateway: string;
  paymentId: string;
}

/** The gateway's hosted page, where its customer pays. */
export async function payPage(app: FastifyInstance, world: World): Promise<void> {
  const find = (params: OfPayment): GatewayPayment => {
    const payment = world.gateways.findByReference(params.paymentId);
    // The makers of /as/ show their QR in the merchant's own page.
    if (payment?.gateway === params.gateway && isOwn(payment.gateway)) return payment;
    throw notFound('There is no such payment.');
  };

  app.get<{ Params: OfPayment }>('/gateways/:gateway/pay/:paymentId', async (request, reply) => {
    const payment = find(request.params);
    return sendPage(reply, { title: 'Payment', body: content(payment) });
  });

  app.post<{ Params: OfPayment }>('/gateways/:gateway/pay/:paymentId', async (request, reply) => {
    const payment = find(request.params);
    if (!payment.paid && Date.parse(payment.expiresAt) > clock.now()) {
      world.gateways.payByReference(payment.paymentId, payment.amount);
    }
    return reply.redirect(request.url, 303);
  });
}

function content(payment: GatewayPayment): Html {
  return html`<section class="lacquer pay"><h1>Demo gateway</h1><p class="figure">${bahtForPeople(payment.amount)} <small>baht</small></p>${state(payment)}<p class="meta">Order ${payment.id}</p></section>`;
}

function state(payment: GatewayPayment): Html {
  if (payment.paid)
    return html`<p role="status">ชำระเงินแล้ว · Paid.</p>${wayBack(payment, 'paid', 'Back to the shop')}`;
  if (Date.parse(payment.expiresAt) <= clock.now())
    return html`<p role="status">หมดเวลา · Expired.</p>${wayBack(payment, 'expired', 'Back to the shop')}`;
  const qr = new Html(qrSvg(paymentQr(payment), 'QR to pay'));
  return html`${qr}<form method="post"><button>Pay now <span lang="th">ชำระเงิน</span></button></form>${wayBack(payment, 'cancelled', 'Cancel')}`;
}

/** To the merchant's page, which is told how it ended, as makers do: whoever returns can write the same. */
function wayBack({ id, told }: GatewayPayment, status: string, label: string): Html {
  if (typeof told.returnUrl !== 'string')
    return status === 'paid' ? html`<p>You can close this page.</p>` : html``;
  const url = new URL(told.returnUrl);
  url.searchParams.set('order', id);
  url.searchParams.set('status', status);
  return html`<p><a href="${url.href}">${label}</a></p>`;
}
