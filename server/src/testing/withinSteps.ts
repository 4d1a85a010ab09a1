import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';

/** V8's own: an expression that gives up, and finds nothing, after so many steps back. */
let limited: ((source: string, flags: string, steps: number) => RegExp) | undefined;

/**
 * The same expression, which finds nothing once it has stepped back more often than `steps`. What it costs is counted so,
 * whatever else the machine does: let it find something at the end of a costly text. Steps back within a loop over one class
 * of letters are not counted.
 */
export function withinSteps({ source, flags }: RegExp, steps: number): RegExp {
  if (limited === undefined) {
    setFlagsFromString('--allow-natives-syntax');
    limited = runInThisContext(
      '(source, flags, steps) => %NewRegExpWithBacktrackLimit(source, flags, steps)',
    );
  }
  return (limited as NonNullable<typeof limited>)(source, flags, steps);
}
