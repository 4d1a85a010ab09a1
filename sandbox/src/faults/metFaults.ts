import { AsyncLocalStorage } from 'node:async_hooks';

const collecting = new AsyncLocalStorage<string[]>();

/** Runs one call; the switches that it meets are added to `faults`, as `<target> <mode>`. */
export function collectingFaults(faults: string[], run: () => void): void {
  collecting.run(faults, run);
}

/** Says that the running call met this switch. */
export function meetFault(target: string, mode: string): void {
  collecting.getStore()?.push(`${target} ${mode}`);
}

/** The switches that the running call met so far. */
export const metFaults = (): readonly string[] => [...(collecting.getStore() ?? [])];
