/** A place whose law or regulator asks for a rule; `standard`: a standard that no law of ours names by itself. */
export const JURISDICTIONS = [
  'thailandAndLaos',
  'greatBritain',
  'ontario',
  'newJersey',
  'brazil',
  'pennsylvania',
  'standard',
] as const;
export type Jurisdiction = (typeof JURISDICTIONS)[number];

/**
 * How sure a clause is. `read`: read in the source that is named. `known`: known and not confirmed. `draft`: of a law that
 * is not in force. `own`: the product's own design.
 */
export const RULE_MARKS = ['read', 'known', 'draft', 'own'] as const;
export type RuleMark = (typeof RULE_MARKS)[number];

/** A clause that asks for a rule, how sure it is, and where it was read (without `https://`). */
export interface Clause {
  of: Jurisdiction;
  name: string;
  mark: RuleMark;
  source?: string;
}

/** A clause that was read in its source. */
export const read = (of: Jurisdiction, name: string, source: string): Clause => ({
  of,
  name,
  mark: 'read',
  source,
});

/** A clause that is known and that no source has confirmed. */
export const known = (of: Jurisdiction, name: string): Clause => ({ of, name, mark: 'known' });

/** What the product asks for by itself. */
export const own = (name: string): Clause => ({ of: 'standard', name, mark: 'own' });

/** The surest mark among the clauses: of a rule with one clause that was read, the rule was read. */
export function markOf({ clauses }: { clauses: readonly Clause[] }): RuleMark {
  return RULE_MARKS.find((mark) => clauses.some((clause) => clause.mark === mark)) ?? 'own';
}
