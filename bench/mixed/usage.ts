import { readFile } from 'node:fs/promises';

const TICKS_A_SECOND = 100;
const PAGE = 4_096;

/** A process of the run, by what it is. */
export type Parts = Record<string, number[]>;

interface Stat {
  parent: number;
  /** Ticks of the processor, of itself and its ended children. */
  ticks: number;
  bytes: number;
}

/** Reads /proc; undefined when the process has ended. */
async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name may hold spaces and parentheses: fields are counted from its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const of = (place: number) => Number(fields[place - 3]);
  return { parent: of(4), ticks: of(14) + of(15) + of(16) + of(17), bytes: of(24) * PAGE };
}

/** Ticks that all processors of the machine were busy, waiting for the disk not counted. */
async function busyTicks(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return user + nice + system + irq + softirq + steal;
}

/** The parent of a process. */
export async function parentOf(pid: number): Promise<number> {
  return (await statOf(pid))?.parent ?? 0;
}

export interface Usage {
  /** Cores in use: 1 is a whole one. */
  cores: Record<string, number>;
  /** MB that the system has given, at the end. */
  megabytes: Record<string, number>;
  /** Cores that the whole machine used, with what else ran on it. */
  machine: number;
}

/** Starts to measure; the returned function ends it. Linux only. */
export async function measureUsage(parts: () => Promise<Parts>): Promise<() => Promise<Usage>> {
  const read = async () => {
    const sums: Record<string, Stat> = {};
    for (const [part, pids] of Object.entries(await parts())) {
      const sum = { parent: 0, ticks: 0, bytes: 0 };
      for (const pid of pids) {
        const stat = await statOf(pid);
        sum.ticks += stat?.ticks ?? 0;
        sum.bytes += stat?.bytes ?? 0;
      }
      sums[part] = sum;
    }
    return { at: performance.now(), sums, busy: await busyTicks() };
  };
  const before = await read();
  return async () => {
    const after = await read();
    const seconds = (after.at - before.at) / 1_000;
    const coresOf = (ticks: number) => Number((ticks / TICKS_A_SECOND / seconds).toFixed(2));
    const usage: Usage = { cores: {}, megabytes: {}, machine: coresOf(after.busy - before.busy) };
    for (const [part, { ticks, bytes }] of Object.entries(after.sums)) {
      usage.cores[part] = coresOf(ticks - (before.sums[part]?.ticks ?? 0));
      usage.megabytes[part] = Math.round(bytes / 2 ** 20);
    }
    return usage;
  };
}
