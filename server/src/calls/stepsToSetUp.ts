import type { Config } from '../config.ts';

/** What an operator sets up before anything else is allowed. */
export type SetUpStep = 'password' | 'twoFactor';

/** The steps that are left: an own password, and in production, where nobody operates without, two-factor. */
export function stepsToSetUp(
  { mustChangePassword, hasTwoFactor }: { mustChangePassword: boolean; hasTwoFactor: boolean },
  mode: Config['mode'],
): SetUpStep[] {
  return [
    ...(mustChangePassword ? (['password'] as const) : []),
    ...(mode === 'production' && !hasTwoFactor ? (['twoFactor'] as const) : []),
  ];
}
