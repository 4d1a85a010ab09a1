import type { AppContext } from '../../context.ts';
import type { LiveConnection } from '../../providers/connections/connections.ts';
import type { DeliveryReading } from '../../providers/connections/delivery.ts';
import type { Notices, NotifiedCapability } from '../../providers/connections/driver.ts';

/**
 * What came of a delivery. `TAKEN`: it changed something. `KNOWN`: it was told before. `ASKING`: the maker is asked.
 * `FOREIGN`: it tells of nothing of ours. `PARTLY`: some of it was taken or known, some cannot be read. `NOTHING`: it tells
 * of nothing that we keep, as a code, an advertisement or a chat.
 */
export type DeliveryOutcome = 'TAKEN' | 'KNOWN' | 'ASKING' | 'FOREIGN' | 'PARTLY' | 'NOTHING';

/** A delivery that tells of something. */
export type Told<Notice> = Extract<DeliveryReading<Notice>, { status: 'proved' | 'hint' }>;

/**
 * What a capability does with what a maker told. It opens its own transaction; the same delivery may come again, also at
 * once on another node.
 */
export type DeliveryHandler<C extends NotifiedCapability> = (
  context: AppContext,
  connection: LiveConnection<C>,
  told: Told<Notices[C]>,
) => Promise<DeliveryOutcome>;

export type DeliveryHandlers = { [C in NotifiedCapability]?: DeliveryHandler<C> };
