import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { signedMove } from '../betting.ts';
import { memberGet } from '../load.ts';
import { accountOf, holderOf, phoneOf, tokenOf } from '../population.ts';
import { type Arriving, type CallName, STAKE, WINNING, WON } from './rates.ts';
import type { SiteFacts } from './site.ts';

export interface Call {
  name: CallName;
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Buffer;
  /** The member whose screen is told, by number. */
  nth: number;
  /** Satang that the house wins; negative when it pays. */
  houseWins?: number;
  /** The win that follows its bet. */
  win?: Call;
}

const JSON_BODY = { 'Content-Type': 'application/json' };
/** What is made before the clock starts, because it costs more than to send it. */
export type Prepared = Extract<Arriving, 'seamless bet' | 'POST /api/wallet/slip'>;

/** Makes the calls of a generator's members, who are drawn at random. */
export class Calls {
  readonly #facts: SiteFacts;
  readonly #prepared: Record<Prepared, Call[]> = { 'seamless bet': [], 'POST /api/wallet/slip': [] };

  constructor(facts: SiteFacts) {
    this.#facts = facts;
  }

  /** Signs bets, and pays at the bank for slips. */
  async prepare(counts: Record<Prepared, number>): Promise<void> {
    const bets = this.#prepared['seamless bet'];
    while (bets.length < counts['seamless bet']) bets.push(this.#bet());
    const slips = this.#prepared['POST /api/wallet/slip'];
    while (slips.length < counts['POST /api/wallet/slip']) slips.push(await this.#slip());
  }

  /** The next call of this name. @throws when too few were prepared */
  next(name: Arriving): Call {
    const nth = this.#anyMember();
    switch (name) {
      case 'seamless bet':
      case 'POST /api/wallet/slip': {
        const call = this.#prepared[name].pop();
        if (call === undefined) throw new Error(`too few were prepared: ${name}`);
        return call;
      }
      case 'GET /api/wallet':
        return { ...this.#ofMember(name, nth, '/api/wallet'), method: 'GET' };
      case 'POST /api/statement':
        return this.#ofMember(name, nth, '/api/statement', { page: 1, limit: 10 });
      case 'POST /api/login':
        return this.#logIn(nth);
      case 'POST /api/wallet/transfer': {
        const player = this.#anyMember(this.#facts.players);
        const body = { from: 'WALLET', to: this.#facts.game, amount: 1 };
        return this.#ofMember(name, player, '/api/wallet/transfer', body);
      }
      case 'notice of a deposit':
        return this.#notice(nth);
      case 'POST /api/chat/send-message': {
        const message = { message_type: 'text', payload: { text: 'สวัสดีค่ะ เงินเข้าหรือยังคะ' } };
        const talker = this.#anyMember(Math.max(this.#facts.sockets, this.#facts.generators));
        return this.#ofMember(name, talker, '/api/chat/send-message', { clientId: randomUUID(), message });
      }
      case 'console: queues':
        return this.#ofOperator(name, 'GET', '/api/console/queues');
      case 'console: search':
        return this.#ofOperator(name, 'POST', '/api/console/members/search', { text: phoneOf(nth) });
      case 'console: slips':
        return this.#ofOperator(name, 'GET', '/api/console/slips');
    }
  }

  /** One of this generator's members among the first `of`. */
  #anyMember(of = this.#facts.members.length): number {
    const { generator, generators } = this.#facts;
    return randomInt(Math.floor(of / generators)) * generators + generator + 1;
  }

  #node(nth: number): string {
    return this.#facts.nodes[nth % this.#facts.nodes.length] ?? '';
  }

  #ofMember(name: CallName, nth: number, path: string, body?: object): Call {
    const { headers } = memberGet('', tokenOf(nth));
    return {
      name,
      nth,
      url: this.#node(nth) + path,
      method: 'POST',
      headers: { ...(headers as Record<string, string>), ...JSON_BODY, 'Idempotency-Key': randomUUID() },
      ...(body && { body: JSON.stringify(body) }),
    };
  }

  #logIn(nth: number): Call {
    return {
      name: 'POST /api/login',
      nth,
      url: `${this.#node(nth)}/api/login`,
      method: 'POST',
      headers: {
        ...JSON_BODY,
        'X-Requested-With': 'wallet-user',
        'X-Forwarded-For': `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`,
      },
      body: JSON.stringify({ username: phoneOf(nth), password: this.#facts.password }),
    };
  }

  #ofOperator(name: Arriving, method: 'GET' | 'POST', path: string, body?: object): Call {
    const { cookies } = this.#facts;
    const nth = randomInt(cookies.length);
    return {
      name,
      nth: 0,
      url: this.#node(nth) + path,
      method,
      headers: {
        'X-Requested-With': 'wallet-user',
        Cookie: cookies[nth] ?? '',
        ...(body && JSON_BODY),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
  }

  #notice(nth: number): Call {
    const { bankCode, accountNo, sandboxSecret } = this.#facts;
    const body = JSON.stringify({
      eventId: randomUUID(),
      transRef: randomUUID().replaceAll('-', '').slice(0, 20),
      sendingBank: '004',
      sendingBankCode: 'KBANK',
      amount: (randomInt(50_00, 500_00) / 100).toFixed(2),
      currency: 'THB',
      receiver: { type: 'account', bankCode, accountNo },
      sender: { displayName: holderOf(nth), account: accountOf(nth), proxy: null },
      transferredAt: new Date().toISOString(),
    });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', sandboxSecret).update(`${timestamp}.${body}`).digest('hex');
    return {
      name: 'notice of a deposit',
      nth,
      url: `${this.#node(nth)}/webhooks/incoming-transfers`,
      method: 'POST',
      headers: {
        ...JSON_BODY,
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': `v1=${signature}`,
      },
      body,
    };
  }

  #bet(): Call {
    const nth = this.#anyMember();
    const member = this.#facts.members[nth - 1] ?? '';
    const wins = Math.random() < WINNING;
    const [round, transaction] = [randomUUID(), randomUUID()];
    const move = { member, round };
    const bet = this.#move('seamless bet', nth, {
      ...move,
      verb: 'bet',
      closesRound: !wins,
      amountSatang: STAKE,
      transaction,
    });
    if (wins)
      bet.win = this.#move('seamless win', nth, {
        ...move,
        verb: 'win',
        closesRound: true,
        amountSatang: WON,
        transaction: randomUUID(),
        refersTo: transaction,
      });
    return bet;
  }

  #move(name: CallName, nth: number, move: Parameters<typeof signedMove>[1]): Call {
    const { path, body, signature } = signedMove(this.#facts, move);
    return {
      name,
      nth,
      url: this.#node(nth) + path,
      method: 'POST',
      headers: { ...JSON_BODY, 'x-hub88-signature': signature },
      body,
      houseWins: move.verb === 'bet' ? move.amountSatang : -move.amountSatang,
    };
  }

  async #slip(): Promise<Call> {
    const nth = this.#anyMember();
    const { sandboxUrl, bankCode, accountNo } = this.#facts;
    const paid = await fetch(`${sandboxUrl}/bank/transfers`, {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify({
        from: { bankCode: 'KBANK', accountNo: accountOf(nth), accountName: holderOf(nth) },
        to: { bankCode, accountNo },
        amount: randomInt(50_00, 500_00) / 100,
      }),
    });
    if (!paid.ok) throw new Error(`paying for a slip: ${paid.status} ${await paid.text()}`);
    const { transRef } = (await paid.json()) as { transRef: string };
    const picture = await fetch(`${sandboxUrl}/bank/slips/${transRef}.png`);
    const form = new FormData();
    form.append('file', new Blob([await picture.arrayBuffer()]), 'slip.png');
    const sent = new Response(form);
    const call = this.#ofMember('POST /api/wallet/slip', nth, '/api/wallet/slip');
    return {
      ...call,
      headers: { ...call.headers, 'Content-Type': sent.headers.get('content-type') ?? '' },
      body: Buffer.from(await sent.arrayBuffer()),
    };
  }
}
