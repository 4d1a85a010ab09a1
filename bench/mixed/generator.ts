// One process of the load: its share of the members, with their open screens and their calls. The load is open: a call
// goes out when it is due, however long earlier ones wait, and its time counts from when it was due.
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Call, Calls } from './calls.ts';
import { type Arriving, RATES, WIN_AFTER_MS } from './rates.ts';
import { Screens } from './screens.ts';
import { note, type StepResult, type ToGenerator } from './site.ts';

const TICK_MS = 2;
/** An answer later than this is none. */
const ANSWER_WITHIN_MS = 20_000;
const TOLD_WITHIN_MS = 10_000;
const agent = new Agent({ keepAlive: true, maxSockets: 400 });

let calls: Calls;
let screens: Screens;
let planned: { perSecond: Record<string, number>; seconds: number };
let open = new Set<Promise<void>>();

process.on('message', async (message: ToGenerator) => {
  const result = await obey(message).catch((error: Error) => {
    process.stderr.write(`generator: ${error.stack}\n`);
    process.exit(1);
  });
  process.send?.({ done: message.type, result });
  if (message.type === 'close') process.disconnect();
});

async function obey(message: ToGenerator): Promise<StepResult | undefined> {
  if (message.type === 'open') {
    const { facts } = message;
    calls = new Calls(facts);
    screens = new Screens(facts);
    const own = facts.members.map((_, place) => place + 1);
    await screens.open(own.filter((nth) => (nth - 1) % facts.generators === facts.generator));
  } else if (message.type === 'prepare') {
    planned = message;
    // Arrivals are random: some more than the mean.
    const most = (name: Arriving) => {
      const mean = (planned.perSecond[name] ?? 0) * planned.seconds;
      return Math.ceil(mean + 6 * Math.sqrt(mean) + 5);
    };
    await calls.prepare({
      'seamless bet': most('seamless bet'),
      'POST /api/wallet/slip': most('POST /api/wallet/slip'),
    });
  } else if (message.type === 'run') return run();
  else {
    screens.close();
    agent.destroy();
  }
  return undefined;
}

/** Arrivals of each call are a Poisson process: what many members with think times of their own make together. */
async function run(): Promise<StepResult> {
  const step: StepResult = {
    ...{ waits: {}, errors: {}, lags: [], houseWon: 0, unanswered: 0 },
    ...{ pushes: {}, untold: 0, lost: 0 },
  };
  open = new Set();
  const began = performance.now();
  const until = began + planned.seconds * 1_000;
  const next = (Object.keys(RATES) as Arriving[]).map((name) => {
    const gap = () => (-Math.log(1 - Math.random()) * 1_000) / (planned.perSecond[name] ?? 0);
    return { name, gap, due: began + gap() };
  });
  for (let now = began; now < until; now = performance.now()) {
    for (const one of next)
      while (one.due <= now && one.due < until) {
        send(step, calls.next(one.name), one.due);
        one.due += one.gap();
      }
    await delay(TICK_MS);
  }
  // Wins are sent while the others are awaited.
  while (open.size > 0) await Promise.all(open);
  const end = performance.now() + TOLD_WITHIN_MS;
  while (screens.waiting > 0 && performance.now() < end) await delay(50);
  return { ...step, ...screens.take() };
}

function send(step: StepResult, call: Call, due: number): void {
  step.lags.push(performance.now() - due);
  const kind = KINDS[call.name];
  if (kind !== undefined) screens.expect(kind, call.nth, due);
  const sent = ask(call)
    .then(({ status, text }) => {
      note(step.waits, call.name, performance.now() - due);
      const code = codeOf(call, status, text);
      if (code !== undefined) return refuse(step, call, code);
      step.houseWon += call.houseWins ?? 0;
      const { win } = call;
      if (win) {
        const winDue = performance.now() + WIN_AFTER_MS;
        return delay(WIN_AFTER_MS).then(() => send(step, win, winDue));
      }
      return undefined;
    })
    .catch((error: Error & { code?: string }) => {
      step.unanswered += 1;
      note(step.waits, call.name, performance.now() - due);
      refuse(step, call, error.code ?? error.message);
    })
    .finally(() => open.delete(sent));
  open.add(sent);
}

/** What a screen is told of. A slip is told of at its upload already, and its money after a look at the bank. */
const KINDS: Partial<Record<Call['name'], 'bet' | 'deposit' | 'chat'>> = {
  'seamless bet': 'bet',
  'notice of a deposit': 'deposit',
  'POST /api/chat/send-message': 'chat',
};

function refuse(step: StepResult, { name, nth }: Call, code: string): void {
  const key = `${name}: ${code}`;
  step.errors[key] = (step.errors[key] ?? 0) + 1;
  const kind = KINDS[name];
  if (kind !== undefined) screens.forget(kind, nth);
}

/** Undefined for a good answer. A maker is answered 200 in any case, a transfer may go on. */
function codeOf({ name }: Call, status: number, text: string): string | undefined {
  const maker = /"status":"(RS_\w+)"/.exec(text)?.[1];
  if (maker !== undefined) return maker === 'RS_OK' ? undefined : maker;
  if (status < 300)
    return name === 'POST /api/wallet/transfer' && text.includes('"PENDING"') ? 'PENDING' : undefined;
  return `${status} ${/"code":"?(\w+)/.exec(text)?.[1] ?? ''}`;
}

function ask({ url, method, headers, body }: Call): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const plain = { ...headers, ...length, 'Accept-Encoding': 'identity' };
    const call = request(url, { agent, method, headers: plain }, (answer) => {
      let text = '';
      answer.setEncoding('latin1');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.once('error', reject);
    });
    call.setTimeout(ANSWER_WITHIN_MS, () => call.destroy(new Error('no answer')));
    call.once('error', reject);
    call.end(body);
  });
}

process.send?.({ ready: true });
