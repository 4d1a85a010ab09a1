import { GATEWAY_CODES } from '@krapao/contract/gateways';
import { EVENT_FAULT_MODES, EVENT_RECEIVERS } from '../as/eventFaults.ts';
import { GAME_MAKER_FAULT_MODES, GAME_MAKERS } from '../as/gameMakers.ts';
import {
  GATEWAY_MAKER_FAULT_MODES,
  GATEWAY_MAKERS,
  type TAKEN_BACK_FAULT_MODES,
  TAKING_BACK,
} from '../as/gatewayMakers.ts';
import { LINE_FAULT_MODES } from '../as/lineFaults.ts';
import { SEAMLESS_FAULT_MODES, SEAMLESS_MAKERS } from '../as/seamlessMakers.ts';
import { MAKER_FAULT_MODES, SLIP_MAKERS } from '../as/slipMakers.ts';
import { VERIFICATION_FAULT_MODES } from '../as/verificationFaults.ts';
import { GAME_PROVIDERS } from '../games/providers.ts';
import { badRequest } from '../http/problem.ts';
import type { Store } from '../state/store.ts';
import { isConcerned } from './concerned.ts';
import { meetFault } from './metFaults.ts';

/** Possible faults of any counterpart. */
const FAULT_MODES = [
  'none',
  'slow',
  'timeoutAfterApply',
  'timeoutBeforeApply',
  'duplicate',
  'pendingForever',
  'falseNotFound',
  'wrongAmount',
  'maintenance',
  'error500',
] as const;
/** What a phone that forwards notices of banks can do besides. */
const BANK_FEED_FAULT_MODES = ['wrongKey', 'otherCurrency', 'outOfOrder', 'codesBetween'] as const;
export type FaultMode = (
  | typeof FAULT_MODES
  | typeof MAKER_FAULT_MODES
  | typeof GATEWAY_MAKER_FAULT_MODES
  | typeof TAKEN_BACK_FAULT_MODES
  | typeof BANK_FEED_FAULT_MODES
  | typeof LINE_FAULT_MODES
  | typeof EVENT_FAULT_MODES
  | typeof VERIFICATION_FAULT_MODES
  | typeof SEAMLESS_FAULT_MODES
)[number];

export interface Fault {
  mode: FaultMode;
  /** How many calls it still affects; null until it is switched off. */
  times: number | null;
  /** For slow: milliseconds of delay. */
  delayMs: number;
  /** For code and bareCode: the maker's code. */
  code: string | null;
  /** It affects only calls that concern this reference, account, player or phone; null: every call. */
  for: string | null;
}

const SLOW_MS = 3000;
const COLLECTION = 'faults';
const ADDRESSED = 'addressedFaults';
const ADDRESS = /^[\w.+-]{3,100}$/;
const NO_FAULT: Fault = { mode: 'none', times: null, delayMs: SLOW_MS, code: null, for: null };

/** Everything that has a switch. */
const FAULT_TARGETS: readonly string[] = [
  'sms',
  'bank',
  'statement',
  'gift',
  'payout:generic',
  'bankFeed:generic',
  'notify:line',
  'chatBot:webhook',
  ...EVENT_RECEIVERS.map((receiver) => `webhook:${receiver}`),
  'register:generic',
  'verification:generic',
  ...GATEWAY_CODES.map((code) => `gateway:${code}`),
  ...GAME_PROVIDERS.map((provider) => `game:${provider.code}`),
  ...SLIP_MAKERS.map((maker) => `slip:${maker}`),
  ...GATEWAY_MAKERS.map((maker) => `gateway:${maker}`),
  ...GAME_MAKERS.map((maker) => `game:${maker}`),
  ...SEAMLESS_MAKERS.map((maker) => `seamless:${maker}`),
];

/** What services in their makers' formats can do besides. */
const MAKER_MODES: Readonly<Record<string, readonly FaultMode[]>> = {
  ...Object.fromEntries(SLIP_MAKERS.map((maker) => [`slip:${maker}`, MAKER_FAULT_MODES])),
  ...Object.fromEntries(
    GATEWAY_MAKERS.map((maker) => [
      `gateway:${maker}`,
      [...GATEWAY_MAKER_FAULT_MODES, ...(TAKING_BACK[maker] ?? [])],
    ]),
  ),
  ...Object.fromEntries(GAME_MAKERS.map((maker) => [`game:${maker}`, GAME_MAKER_FAULT_MODES])),
  'notify:line': LINE_FAULT_MODES,
};

/** The modes of this target's switch. */
export function faultModes(target: string): readonly FaultMode[] {
  if (target.startsWith('seamless:')) return ['none', ...SEAMLESS_FAULT_MODES];
  if (target.startsWith('webhook:')) return [...FAULT_MODES, ...EVENT_FAULT_MODES];
  if (target === 'bankFeed:generic') return [...FAULT_MODES, ...BANK_FEED_FAULT_MODES];
  if (target === 'verification:generic') return [...FAULT_MODES, ...VERIFICATION_FAULT_MODES];
  return [...FAULT_MODES, ...(MAKER_MODES[target] ?? [])];
}

/** Whether the target answers with a code of its maker. */
export const hasCodes = (target: string) => target in MAKER_MODES;

export class FaultSwitches {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The switches of every call, or those of one address alone. */
  all(address?: string): Record<string, Fault> {
    if (address === undefined)
      return Object.fromEntries(FAULT_TARGETS.map((target) => [target, this.#at(target)]));
    return Object.fromEntries(this.addressed().filter(([, fault]) => fault.for === address));
  }

  /** The switches with an address that are on, with their targets. */
  addressed(): [target: string, fault: Fault][] {
    const faults = [...this.#store.all<Fault>(ADDRESSED)];
    return faults.map(([key, fault]) => [key.slice(0, key.indexOf(' ')), fault]);
  }

  /** Sets the switches in `body` and leaves the others. Throws Problem 400 without changing anything. */
  set(body: unknown): void {
    if (typeof body !== 'object' || body === null)
      throw badRequest('The body must be an object of switches.');
    const faults = Object.entries(body).map(([target, value]) => [target, readFault(target, value)] as const);
    for (const [target, fault] of faults) this.#put(target, fault);
  }

  /**
   * The fault for the current call, one of `modes`, and counts the call; null if there is none. A fault whose mode is
   * not among `modes` waits for a suitable call, one with an address for a call that concerns it. It comes before one
   * without.
   * @param about what is known about the call besides what it says itself
   */
  take(target: string, modes: readonly FaultMode[], about: readonly string[] = []): Fault | null {
    const fault = this.#concerning(target, about).find(({ mode }) => modes.includes(mode));
    if (fault === undefined) return null;
    meetFault(target, fault.mode);
    if (fault.times !== null) {
      const left = fault.times - 1;
      this.#put(target, left > 0 ? { ...fault, times: left } : { ...NO_FAULT, for: fault.for });
    }
    return fault;
  }

  /** Whether this mode is switched on for the current call, without counting it. */
  isOn(target: string, mode: FaultMode, about: readonly string[] = []): boolean {
    return this.#concerning(target, about).some((fault) => fault.mode === mode);
  }

  /** The faults that the current call can have. */
  #concerning(target: string, about: readonly string[]): Fault[] {
    const addressed = this.addressed()
      .filter(([of, fault]) => of === target && fault.for !== null && isConcerned(fault.for, about))
      .map(([, fault]) => fault);
    return [...addressed, this.#at(target)].filter(({ mode }) => mode !== 'none');
  }

  #put(target: string, fault: Fault): void {
    const key = `${target} ${fault.for}`;
    if (fault.for === null) this.#store.put(COLLECTION, target, fault);
    else if (fault.mode === 'none') this.#store.remove(ADDRESSED, key);
    else this.#store.put(ADDRESSED, key, fault);
  }

  #at(target: string): Fault {
    return { ...NO_FAULT, ...this.#store.all<Fault>(COLLECTION).get(target) };
  }
}

function readFault(target: string, value: unknown): Fault {
  if (!FAULT_TARGETS.includes(target)) throw badRequest(`There is no switch ${target}.`);
  const fault = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const modes = faultModes(target);
  const mode = modes.find((known) => known === fault.mode);
  if (!mode) throw badRequest(`mode must be one of ${modes.join(', ')}.`);
  return {
    mode,
    times: readCount(fault.times, 'times', 1_000_000),
    delayMs: readCount(fault.delayMs, 'delayMs', 120_000) ?? SLOW_MS,
    code: readCode(fault.code),
    for: readAddress(fault.for),
  };
}

function readAddress(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || !ADDRESS.test(value))
    throw badRequest('for must be a reference, account, player or phone.');
  return value;
}

function readCode(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || !/^\w{1,40}$/.test(value)) throw badRequest('code must be a code.');
  return value;
}

function readCount(value: unknown, name: string, most: number): number | null {
  if (value === undefined || value === null || value === '') return null;
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > most) {
    throw badRequest(`${name} must be a whole number from 1 to ${most}.`);
  }
  return count;
}
