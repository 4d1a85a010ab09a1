import { randomUUID } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import type { SimulationResult } from '@krapao/contract/api/operator/simulation';
import type { ResponseOf } from '@krapao/contract/endpoint';
import { AppError } from '../../appError.ts';
import { clock } from '../../clock.ts';
import type { Db, Trx } from '../../database/connect.ts';
import type { OfferOf } from '../../modules/whatIf/simulationJob.ts';
import type { Recorder } from '../act.ts';
import { isBeingSetUp } from '../approvals/secondPerson.ts';
import { type BonusDocument, rowOf } from './bonusContent.ts';
import { cleaned } from './cleaned.ts';
import type { ContentAddress } from './contentKinds.ts';
import { hasSameTerms } from './guard.ts';
import { spinCost } from './spinCost.ts';
import { termsHash } from './termsIn.ts';
import type { WheelDocument } from './wheelContent.ts';

type Shown = ResponseOf<Contract['POST /api/console/content/:kind/:item/simulation']>['simulation'];

/** Whether documents of this kind are simulated. */
export const isSimulated = (kind: string): kind is 'bonus' | 'wheel' => kind === 'bonus' || kind === 'wheel';

/** The rules of a document, for the simulation. */
export const offerOf: OfferOf = ({ kind, value }) => {
  if (kind === 'bonus') {
    const { name: _name, description: _description, ...terms } = rowOf(value as unknown as BonusDocument);
    return { kind: 'bonus', terms, claimed: 0 };
  }
  const { slices } = value as unknown as WheelDocument;
  return {
    kind: 'wheel',
    slices: slices.map(({ weight, prize, amountSatang, coins }) => ({
      weight,
      prize,
      amount: prize === 'coins' ? coins : amountSatang,
    })),
    cost: Number(spinCost(slices) ?? 0n),
  };
};

/** Asks for a simulation of a document without problems; one that is on its way is not asked for again. */
export async function startSimulation(
  trx: Trx,
  recorder: Recorder,
  { kind, item }: ContentAddress,
  {
    value,
    operatorId,
    seed = randomUUID(),
  }: { value: unknown; operatorId: bigint; seed?: string | undefined },
): Promise<void> {
  const document = cleaned({ kind, item }, value);
  const terms_hash = termsHash(document);
  const running = await newest(trx, kind, terms_hash);
  if (running?.state !== 'WAITING')
    await trx
      .insertInto('offer_simulation')
      .values({ kind, terms_hash, value: JSON.stringify(document), seed, asked_by: operatorId })
      .execute();
  await recorder({ action: 'offer.simulate', subject: `${kind}:${item}`, after: { seed } });
}

/** The newest simulation of these terms that was not cancelled, or else the newest. Null if there is none. */
export async function showSimulation(
  db: Db | Trx,
  { kind, item }: ContentAddress,
  value: unknown,
): Promise<Shown> {
  const row = await newest(db, kind, termsHash(cleaned({ kind, item }, value)));
  if (row === undefined) return null;
  return {
    id: row.id,
    state: row.state as NonNullable<Shown>['state'],
    percent: row.percent,
    seed: row.seed,
    at: (row.ended_at ?? row.created_at).toISOString(),
    result: row.result as unknown as SimulationResult | null,
  };
}

/** Cancels the simulation that is on its way. @throws AppError NO_DATA if none is */
export async function cancelSimulation(
  trx: Trx,
  recorder: Recorder,
  { kind, item }: ContentAddress,
  id: string,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('offer_simulation')
    .set({ state: 'CANCELLED', due_at: null, ended_at: clock.date() })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('NO_DATA');
  await recorder({ action: 'offer.cancelSimulation', subject: `${kind}:${item}`, after: { id } });
}

/**
 * Whether these terms may only be published with a simulation or a reason: they are new, switched on, and the site has
 * members with money.
 */
export async function needsSimulation(
  db: Db | Trx,
  { kind, before, value }: ContentAddress & { before: unknown; value: unknown },
): Promise<boolean> {
  if (!isSimulated(kind) || hasSameTerms({ before, value })) return false;
  if (kind === 'bonus' && !(value as BonusDocument).isActive) return false;
  if (await isBeingSetUp(db)) return false;
  const done = await db
    .selectFrom('offer_simulation')
    .select('id')
    .where('kind', '=', kind)
    .where('terms_hash', '=', termsHash(value))
    .where('state', '=', 'DONE')
    .limit(1)
    .executeTakeFirst();
  return done === undefined;
}

function newest(db: Db | Trx, kind: string, terms: Buffer) {
  return db
    .selectFrom('offer_simulation')
    .selectAll()
    .where('kind', '=', kind)
    .where('terms_hash', '=', terms)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}
