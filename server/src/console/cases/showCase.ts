import type { CaseDecision, CaseKind, CaseRule, CaseState } from '@krapao/contract/cases';
import { bahtFromSatang } from '@krapao/contract/money';
import { AppError } from '../../appError.ts';
import type { AppContext } from '../../context.ts';
import { waitsFor } from '../approvals/ask.ts';
import { listLinks } from '../members/memberLinks.ts';
import { readEvidence } from './evidence.ts';
import { presentCase, selectCases } from './listCases.ts';

/** A case with its facts, linked members and decisions. @throws AppError NO_DATA */
export async function showCase({ db, settings }: Pick<AppContext, 'db' | 'settings'>, id: bigint) {
  const row = await selectCases(db).where('member_case.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new AppError('NO_DATA');
  const [facts, decisions, others, { links }, waits] = await Promise.all([
    db.selectFrom('case_fact').selectAll().where('case_id', '=', id).orderBy('id').execute(),
    db
      .selectFrom('case_decision as d')
      .innerJoin('operator', 'operator.id', 'd.operator_id')
      .leftJoin('operator as second', 'second.id', 'd.second_id')
      .selectAll('d')
      .select(['operator.name', 'second.name as second_name'])
      .where('d.case_id', '=', id)
      .orderBy('d.id', 'desc')
      .execute(),
    db
      .selectFrom('member_case')
      .where('member_id', '=', row.member_id)
      .where('id', '<>', id)
      .orderBy('id', 'desc')
      .limit(20)
      .select(['id', 'kind', 'state', 'opened_at'])
      .execute(),
    listLinks(db, row.member_id, settings.get('links')),
    waitsFor(db, `case:${id}`),
  ]);
  const evidence = await readEvidence(
    db,
    facts.flatMap((fact) => fact.evidence),
  );
  return {
    ...presentCase(row),
    facts: facts.map((fact) => ({
      id: String(fact.id),
      rule: fact.rule as CaseRule,
      amount: fact.amount === null ? null : bahtFromSatang(fact.amount),
      count: fact.count,
      terms: fact.terms as Record<string, unknown>,
      foundAt: fact.found_at.toISOString(),
      evidence: fact.evidence.flatMap((ref) => evidence.get(ref) ?? []),
    })),
    linked: links.map((link) => ({
      id: link.id,
      name: link.name,
      phoneNumber: link.phoneNumber,
      reasons: link.reasons,
    })),
    decisions: decisions.map((decision) => ({
      id: String(decision.id),
      decision: decision.decision as CaseDecision | 'NOTE',
      reason: decision.reason,
      operatorName: decision.name,
      secondName: decision.second_name,
      watchedUntil: decision.watched_until?.toISOString() ?? null,
      at: decision.created_at.toISOString(),
    })),
    waits,
    others: others.map((other) => ({
      id: String(other.id),
      kind: other.kind as CaseKind,
      state: other.state as CaseState,
      openedAt: other.opened_at.toISOString(),
    })),
  };
}
