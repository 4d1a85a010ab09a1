import { fingerprint } from './fingerprint.ts';

/** What marks one action of its caller, so that it can be repeated: its key, and what the key stands for. */
export interface RequestKey {
  key: string;
  fingerprint: Buffer;
}

/** The mark of a call with the Idempotency-Key `key` and these parts; undefined without a key. */
export function requestKeyOf(key: string, ...parts: [string, ...unknown[]]): RequestKey;
export function requestKeyOf(
  key: string | undefined,
  ...parts: [string, ...unknown[]]
): RequestKey | undefined;
export function requestKeyOf(
  key: string | undefined,
  ...parts: [string, ...unknown[]]
): RequestKey | undefined {
  return key === undefined ? undefined : { key, fingerprint: fingerprint(...parts) };
}

/** The columns that remember the key on what its call made. */
export function requestKeyColumns(requestKey: RequestKey | undefined) {
  return {
    idempotency_key: requestKey?.key ?? null,
    fingerprint: requestKey?.fingerprint ?? null,
  };
}
