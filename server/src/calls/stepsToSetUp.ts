import type { Config } from '../config.ts';

/** The steps that an operator must finish before any other action. */
export type SetUpStep = 'password' | 'twoFactor';

/** The remaining steps: an own password and, in production, two-factor. */
export function stepsToSetUp(
  { mustChangePassword, hasTwoFactor }: { mustChangePassword: boolean; hasTwoFactor: boolean },
  mode: Config['mode'],
): SetUpStep[] {
  return [
    ...(mustChangePassword ? (['password'] as const) : []),
    ...(mode === 'production' && !hasTwoFactor ? (['twoFactor'] as const) : []),
  ];
}
