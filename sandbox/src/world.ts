import { LineBook } from './as/lineBook.ts';
import { BankLedger } from './bank/ledger.ts';
import type { SandboxConfig } from './config.ts';
import { ExchangeBook } from './exchanges/exchangeBook.ts';
import { Masks } from './exchanges/message.ts';
import { recordDeliveries } from './exchanges/recordDeliveries.ts';
import { FaultyCalls } from './faults/faultyCall.ts';
import { FaultSwitches } from './faults/switches.ts';
import { PlayerBook } from './games/playerBook.ts';
import { GatewayBook } from './gateway/gatewayBook.ts';
import { Store } from './state/store.ts';
import { WebhookQueue } from './webhooks/queue.ts';

/** The shared state of the sandbox's routes. */
export interface World {
  config: SandboxConfig;
  store: Store;
  switches: FaultSwitches;
  calls: FaultyCalls;
  webhooks: WebhookQueue;
  bank: BankLedger;
  gateways: GatewayBook;
  players: PlayerBook;
  line: LineBook;
  exchanges: ExchangeBook;
  masks: Masks;
}

/** Opens the state of this folder. Throws what the file system throws. */
export async function openWorld(config: SandboxConfig): Promise<World> {
  const store = await Store.open(config.dataDir);
  const exchanges = new ExchangeBook();
  const masks = new Masks(config.secret);
  const switches = new FaultSwitches(store);
  const webhooks = new WebhookQueue(store, config, recordDeliveries(exchanges, masks));
  return {
    config,
    store,
    switches,
    calls: new FaultyCalls(store, switches),
    webhooks,
    bank: new BankLedger(store),
    gateways: new GatewayBook(store, switches, webhooks),
    players: new PlayerBook(store),
    line: new LineBook(store),
    exchanges,
    masks,
  };
}
