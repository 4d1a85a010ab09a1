import { join } from 'node:path';

/** Lets the processes that tests start take what was compiled before: much of the start of a short one is compiling. */
export function keepCompiled(): void {
  process.env.NODE_COMPILE_CACHE ??= join(
    import.meta.dirname,
    '../../../node_modules/.cache/krapao-compiled',
  );
}
