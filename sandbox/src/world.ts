import { EventBook } from './as/eventBook.ts';
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
import { SeamlessHouse } from './seamless/seamlessHouse.ts';
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
  seamless: SeamlessHouse;
  line: LineBook;
  events: EventBook;
  exchanges: ExchangeBook;
  masks: Masks;
}

/** Opens the state of this folder. Throws what the file system throws. */
export async function openWorld(config: SandboxConfig): Promise<World> {
  const store = await Store.open(config.dataDir);
  const exchanges = new ExchangeBook();
  const masks = new Masks(config.secret);
  const switches = new FaultSwitches(store);
  const deliveries = recordDeliveries(exchanges, masks);
  const webhooks = new WebhookQueue(store, config, deliveries);
  return {
    config,
    store,
    switches,
    calls: new FaultyCalls(store, switches),
    webhooks,
    bank: new BankLedger(store),
    gateways: new GatewayBook(store, switches, webhooks),
    players: new PlayerBook(store),
    seamless: new SeamlessHouse(store, switches, { secret: config.secret, log: deliveries }),
    line: new LineBook(store),
    events: new EventBook(store),
    exchanges,
    masks,
  };
}
