import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/connect.ts';

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** How many rows of tables a query reads, kept or not, by what PostgreSQL says of it. The tables need to be analysed. */
export async function rowsRead(db: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
    explain (analyze, timing off, format json) ${query}`.execute(db);
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  if (plan === undefined) throw new Error('no plan');
  return readBy(plan.Plan);
}

function readBy(node: PlanNode): number {
  const isOfTable = node['Relation Name'] !== undefined;
  const own = isOfTable
    ? (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      node['Actual Loops']
    : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + readBy(child), own);
}
