import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { owedRoots } from '../../ledger/owedTree.ts';
import { makeReceipt, presentRoot } from './makeReceipt.ts';

const ROOTS = 400;

/** The proof of what members are owed: a member's receipt, and the roots for everybody. */
export function proofRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context;
  bind(app, context, 'GET /api/wallet/proof', ({ session, query }) =>
    makeReceipt(db, session.memberId, query.day),
  );
  bind(app, context, 'GET /api/lookup/owedRoots', async () => (await owedRoots(db, ROOTS)).map(presentRoot));
}
