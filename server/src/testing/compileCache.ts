import { join } from 'node:path';

/** Lets child processes of tests use the compile cache: compiling takes a large part of the time of a short process. */
export function keepCompiled(): void {
  process.env.NODE_COMPILE_CACHE ??= join(
    import.meta.dirname,
    '../../../node_modules/.cache/krapao-compiled',
  );
}
