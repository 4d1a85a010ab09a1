import { randomUUID } from 'node:crypto';
import { mkdir, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { MACHINE_CHECKS } from '@krapao/contract/preflight/machine';
import { sql } from 'kysely';
import { clock } from '../clock.ts';
import { FORGED_ADDRESS } from '../http/siteProbe.ts';
import { clockJudge } from './clock.ts';
import type { Judges } from './judge.ts';

const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;
const GIGABYTE = 1_000_000_000;
const OTHERS_MAY_READ = 0o077;

export const judgeMachine: Judges<keyof typeof MACHINE_CHECKS> = {
  production: async ({ config }) => ({ finding: config.mode === 'production' ? 'yes' : 'sandbox' }),
  https: async ({ config: { publicUrl } }) => ({
    finding: publicUrl.startsWith('https:') ? 'yes' : 'plain',
    values: { address: publicUrl },
  }),
  async reachable({ config: { publicUrl: address }, probe }) {
    const told = await probe();
    if (told.status === 'answered') return { finding: 'yes', values: { address } };
    return told.status === 'stranger'
      ? { finding: 'stranger', values: { address } }
      : { finding: 'unreachable', values: { address, why: told.why } };
  },
  async certificate({ probe }) {
    const told = await probe();
    if (told.status !== 'answered' || told.certificateEndsAt === null) return { finding: 'none' };
    const days = Math.floor((told.certificateEndsAt.getTime() - clock.now()) / DAY_MS);
    return { finding: days < CERTIFICATE_DAYS ? 'soon' : 'yes', values: { days } };
  },
  async proxies({ config: { publicUrl, trustedProxies }, probe }) {
    const told = await probe();
    if (told.status !== 'answered') return { finding: 'unseen' };
    const { address, forwardedFor } = told.answer;
    if (address === FORGED_ADDRESS) return { finding: 'forged' };
    const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim());
    const byProxies = entries.filter((entry) => entry !== '' && entry !== FORGED_ADDRESS).length;
    // A node speaks no TLS, so behind https there is a proxy, also one that adds nothing to the header.
    const isBehindOne = byProxies > 0 || publicUrl.startsWith('https:');
    if (isBehindOne && (byProxies === 0 || byProxies > trustedProxies)) return { finding: 'hidden' };
    return { finding: 'yes' };
  },
  clock: clockJudge,
  async secrets({ secrets: { master } }) {
    if (master.isGuessable) return { finding: 'weak' };
    if (master.file === undefined) return { finding: 'yes' };
    const { mode } = await stat(master.file);
    return (mode & OTHERS_MAY_READ) === 0
      ? { finding: 'yes' }
      : { finding: 'readable', values: { file: master.file } };
  },
  keyChange: async ({ secrets: { master } }) => ({ finding: master.hasPrevious ? 'open' : 'yes' }),
  async database({ db }) {
    const { rows } = await sql<{ name: string }>`
      select name from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting in ('off', 'local')
      order by name`.execute(db);
    return rows.length === 0
      ? { finding: 'yes' }
      : { finding: 'loses', values: { settings: rows.map(({ name }) => name).join(', ') } };
  },
  async databaseUser({ db }) {
    const { rows } = await sql<{ isOwner: boolean }>`
      select pg_has_role(session_user, tableowner::name, 'MEMBER') as "isOwner"
      from pg_tables where schemaname = 'public' and tablename = 'site_mark'`.execute(db);
    return { finding: rows[0]?.isOwner ? 'owner' : 'yes' };
  },
  async files({ files }) {
    const key = `preflight/${randomUUID()}.txt`;
    const content = Buffer.from('preflight');
    try {
      await files.write(key, content);
      const read = await files.read(key);
      await files.remove(key);
      if (read?.equals(content)) return { finding: 'yes' };
      return { finding: 'refused', values: { why: 'READ' } };
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      return { finding: 'refused', values: { why: code ?? name } };
    }
  },
  async space({ config: { dataFolder } }) {
    await mkdir(dataFolder, { recursive: true });
    const folders = await Promise.all(
      [dataFolder, tmpdir()].map(async (folder) => {
        const { bavail, bsize } = await statfs(folder);
        return { folder, gigabytes: Math.floor((bavail * bsize) / GIGABYTE) };
      }),
    );
    const [least] = folders.sort((a, b) => a.gigabytes - b.gigabytes);
    if (least === undefined) throw new Error('no folder');
    return { finding: least.gigabytes < 1 ? 'low' : 'yes', values: least };
  },
};
