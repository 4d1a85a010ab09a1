import { Type } from '../endpoint.ts';
import { RULE_NAMES, RULES, type RuleName } from './rules.ts';
import { type Direction, isAsStrict, stricterOf } from './strictness.ts';

type Rules = typeof RULES;
type Switch<R> = R extends { always: true } ? unknown : { isOn: boolean };
type Values<V> = { -readonly [K in keyof V]: V[K] extends Type.TSchema ? Type.Static<V[K]> : never };
/** The values of every rule in a jurisdiction; a rule that holds always has no switch. */
export type Pack = { title: string } & { [R in RuleName]: Switch<Rules[R]> & Values<Rules[R]['values']> };

const ruleSchema = (name: RuleName) => {
  const rule: { always?: true; values: Record<string, Type.TSchema> } = RULES[name];
  return Type.Object({ ...(rule.always ? {} : { isOn: Type.Boolean() }), ...rule.values });
};

/** The document that a site edits and publishes as the setting `protection`. */
export const PACK_SCHEMA = Type.Unsafe<Pack>(
  Type.Object({
    title: Type.String({ minLength: 1, maxLength: 100 }),
    ...Object.fromEntries(RULE_NAMES.map((name) => [name, ruleSchema(name)])),
  }),
);

type RuleValues = Record<string, unknown>;

/** False for a rule that the pack has switched off. */
export function holds(pack: Pack, name: RuleName): boolean {
  return (pack[name] as RuleValues).isOn !== false;
}

/**
 * The pack of a site that serves several jurisdictions: of every rule the strictest value that one of them asks for. A
 * rule that one of them asks for is on; the values of packs that have it off do not count.
 */
export function strictestOf(packs: readonly [Pack, ...Pack[]]): Pack {
  const title = packs
    .map((pack) => pack.title)
    .join(', ')
    .slice(0, 100);
  return {
    title,
    ...Object.fromEntries(RULE_NAMES.map((name) => [name, strictestRule(packs, name)])),
  } as Pack;
}

/** The rules of a pack that are looser than in another one. */
export function looserRules(pack: Pack, than: Pack): RuleName[] {
  return RULE_NAMES.filter((name) => !isRuleAsStrict(pack, than, name));
}

function strictestRule(packs: readonly Pack[], name: RuleName): RuleValues {
  const asking = packs.filter((pack) => holds(pack, name));
  const [first, ...others] = (asking.length === 0 ? packs : asking).map((pack) => pack[name] as RuleValues);
  const strictest = structuredClone(first ?? {});
  for (const values of others)
    for (const [value, direction] of waysOf(name))
      strictest[value] = stricterOf(strictest[value], values[value], direction);
  return strictest;
}

function isRuleAsStrict(pack: Pack, than: Pack, name: RuleName): boolean {
  if (!holds(than, name)) return true;
  if (!holds(pack, name)) return false;
  const [one, other] = [pack[name], than[name]] as [RuleValues, RuleValues];
  return waysOf(name).every(([value, direction]) => isAsStrict(one[value], other[value], direction));
}

function waysOf(name: RuleName): [string, Direction][] {
  return Object.entries(RULES[name].stricter);
}
