import { PACK_SCHEMA, type Pack } from '@krapao/contract/protection/pack';
import { DEFAULT_PACK } from '@krapao/contract/protection/packs/thailandAndLaos';
import { RULE_NAMES, type RuleName } from '@krapao/contract/protection/rules';
import type { TSchema } from 'typebox';
import Value from 'typebox/value';

const SHAPES = (PACK_SCHEMA as unknown as { properties: Record<string, TSchema> }).properties;

/**
 * The rules that a stored pack lacks, or says in a shape that no longer holds: a newer version of the product has another
 * one. Every other rule stays as the site published it.
 */
export function laterRules(stored: unknown): RuleName[] {
  const pack = asObject(stored);
  return RULE_NAMES.filter((name) => !Value.Check(SHAPES[name] as TSchema, pack[name]));
}

/** A stored pack in which a missing rule is as in the pack that the product ships with. */
export function completePack(stored: unknown): Pack {
  const pack = asObject(stored);
  const filled = laterRules(stored).map((name) => [name, DEFAULT_PACK[name]]);
  return { ...DEFAULT_PACK, ...pack, ...Object.fromEntries(filled) } as Pack;
}

const asObject = (stored: unknown): Record<string, unknown> =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
