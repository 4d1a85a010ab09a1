import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { setFaults, until } from '../testing/moneyWorld.ts';
import { PAYOUT_TEMPLATE } from '../testing/payoutTemplate.ts';
import { decideApproval, makeOperator, type TestOperator } from '../testing/testOperator.ts';
import type { FireWorld } from './fireWorld.ts';
import { GATEWAY } from './load.ts';
import { between } from './randomness.ts';

interface Shown {
  id: string;
  driver: string;
  name: string;
  version: number;
  isActive: boolean;
  config: { baseUrl: string };
}

/** Operators who edit a payout connection and a gateway's while money goes through them. */
export interface ConnectionEdits {
  /** Edits until the load is over; then both are switched on. */
  run(random: () => number, isOver: () => boolean): Promise<void>;
  /** Changes that were applied, by their kind. */
  applied: Record<Edit, number>;
}

const EDITS = ['off', 'on', 'on', 'name', 'key', 'address', 'fault'] as const;
type Edit = (typeof EDITS)[number];

/**
 * Makes both connections: payouts go through one in two steps or, while it is off, to the sandbox's bank; orders of the
 * gateway go to its maker, or to nobody. To be called before the site's first money: then one operator is enough.
 */
export async function connect(world: FireWorld): Promise<ConnectionEdits> {
  const site = { owner: world.owner, url: world.url };
  const admin = await makeOperator(site, 'administrator');
  const second = await makeOperator(site, 'administrator');
  const payout = await add(world, admin, 'payout', 'generic', {
    baseUrl: `${world.sandbox.url}/as/payout-generic`,
    template: JSON.stringify(PAYOUT_TEMPLATE),
  });
  const gateway = await add(world, admin, 'gateway', 'omise', { baseUrl: `${world.sandbox.url}/as/omise` });
  await world.owner
    .updateTable('gateway')
    .set({ connection_id: gateway, is_active: true })
    .where('code', '=', GATEWAY)
    .execute();
  const applied = Object.fromEntries(EDITS.map((edit) => [edit, 0])) as Record<Edit, number>;
  const edited = (id: string, edit: Edit) => change(world, { admin, second }, id, edit);
  return {
    applied,
    async run(random, isOver) {
      while (!isOver()) {
        const edit = EDITS[between(random, 0, EDITS.length - 1)] ?? 'off';
        const id = random() < 0.5 ? payout : gateway;
        // The node may be dead, and an answer lost: the next change starts from what is stored.
        if (await edited(id, edit).catch(() => false)) applied[edit] += 1;
        await delay(between(random, 0, 400));
      }
      for (const id of [payout, gateway])
        await until(async () => {
          await edited(id, 'on').catch(() => false);
          return (await shown(admin, id).catch(() => undefined))?.isActive;
        });
    },
  };
}

async function add(
  world: FireWorld,
  admin: TestOperator,
  capability: string,
  driver: string,
  config: object,
): Promise<string> {
  const terms = { name: driver, priority: 10, config, reason: 'the test begins' };
  const secrets = await secretsOf(world, driver);
  const added = await admin.call('POST /api/console/connections', { capability, driver, ...terms, secrets });
  const { id } = added.body as { id?: string };
  if (id === undefined) throw new Error(JSON.stringify(added.body));
  await tellMaker(world, { id, driver }, secrets);
  const on = { ...terms, secrets: {}, isActive: true, isShadow: false, version: 1 };
  const switched = await admin.call(`PUT /api/console/connections/${id}`, on);
  if (switched.status !== 200) throw new Error(JSON.stringify(switched.body));
  return id;
}

async function shown(admin: TestOperator, id: string): Promise<Shown> {
  const { body } = await admin.call('GET /api/console/connections');
  const found = (body as { connections: Shown[] }).connections.find((one) => one.id === id);
  if (found === undefined) throw new Error(`the connection ${id} is gone`);
  return found;
}

/** @returns whether it was applied: what open orders or payouts forbid is refused */
async function change(
  world: FireWorld,
  { admin, second }: Record<'admin' | 'second', TestOperator>,
  id: string,
  edit: Edit,
): Promise<boolean> {
  const now = await shown(admin, id);
  const { driver, name, version, isActive, config } = now;
  if (edit === 'fault') {
    const target = driver === 'generic' ? 'payout:generic' : `gateway:${driver}`;
    await setFaults(world.sandbox.url, { [target]: { mode: 'timeoutAfterApply', times: 1, delayMs: 200 } });
    return true;
  }
  const secrets = edit === 'key' || edit === 'address' ? await secretsOf(world, driver) : {};
  const names = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' };
  const address = new URL(config.baseUrl);
  if (edit === 'address') address.hostname = names[address.hostname as keyof typeof names];
  const changed = {
    name: edit === 'name' ? `${driver} ${version}` : name,
    priority: 10,
    config: { ...config, baseUrl: address.href },
    secrets,
    isActive: edit === 'off' ? false : edit === 'on' ? true : isActive,
    isShadow: false,
    version,
    reason: 'the test goes on',
  };
  const { status, body } = await admin.call(`PUT /api/console/connections/${id}`, changed);
  const { waits, code } = body as { waits?: { id: string } | null; code?: string };
  if (code === 'APPROVAL_WAITING') await endRequests(await second.call('GET /api/console/approvals'), second);
  if (status !== 200) return false;
  if (waits && (await decideApproval(second, waits.id, 'approve')).status !== 200) return false;
  await tellMaker(world, now, secrets);
  return true;
}

/** The answer that named the request was lost, or the connection was switched off since: then it cannot be applied. */
async function endRequests({ body }: { body: never }, second: TestOperator): Promise<void> {
  for (const { id } of (body as { items: { id: string }[] }).items)
    if ((await decideApproval(second, id, 'approve')).status !== 200)
      await decideApproval(second, id, 'reject');
}

async function secretsOf({ secret }: FireWorld, driver: string): Promise<Record<string, string>> {
  const webhookSecret = randomBytes(32).toString('base64');
  return driver === 'generic' ? { apiKey: secret, webhookSecret } : { secretKey: secret, webhookSecret };
}

/** Until the maker's portal has the new key, its notices prove nothing here: then the maker is asked. */
async function tellMaker(
  world: FireWorld,
  { id, driver }: Pick<Shown, 'id' | 'driver'>,
  { webhookSecret }: Record<string, string>,
): Promise<void> {
  if (driver !== 'omise' || webhookSecret === undefined) return;
  await fetch(`${world.sandbox.url}/as/omise/webhook`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${world.url}/webhooks/${id}`, secret: webhookSecret }),
  });
}
