import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { Problem } from '../http/problem.ts';
import type { Store } from '../state/store.ts';
import type { Fault, FaultMode, FaultSwitches } from './switches.ts';

/** Faults that any call to a counterpart can have. */
const READING: readonly FaultMode[] = ['slow', 'maintenance', 'error500'];
/** Faults of calls that change something. */
const APPLYING: readonly FaultMode[] = [...READING, 'timeoutBeforeApply', 'timeoutAfterApply'];

export interface CallOfCounterpart<Answer extends object> {
  target: string;
  /** Further faults that this call implements; passed to `apply`. */
  special?: readonly FaultMode[];
  /** Whether it changes something; reading calls have no time-outs. */
  applies: boolean;
  /** What is known about the call besides what it says itself: whose transfer it asks for. */
  about?: readonly string[];
  apply(fault: Fault | null): Answer;
}

/** Runs the server's calls through the fault switches. */
export class FaultyCalls {
  readonly #store: Store;
  readonly #switches: FaultSwitches;

  constructor(store: Store, switches: FaultSwitches) {
    this.#store = store;
    this.#switches = switches;
  }

  /** The answer, late, wrong or never, as the target's switch says. Throws Problem for refusals. */
  async run<Answer extends object>(
    reply: FastifyReply,
    call: CallOfCounterpart<Answer>,
  ): Promise<Answer | FastifyReply> {
    const modes = [...(call.applies ? APPLYING : READING), ...(call.special ?? [])];
    const fault = this.#switches.take(call.target, modes, call.about);
    switch (fault?.mode) {
      case 'slow':
        await delay(fault.delayMs);
        return call.apply(null);
      case 'maintenance':
        throw new Problem(503, 'MAINTENANCE', 'Closed for maintenance.');
      case 'error500':
        throw new Problem(500, 'UPSTREAM_ERROR', 'Something broke before anything was applied.');
      case 'timeoutBeforeApply':
        return this.#hang(reply);
      case 'timeoutAfterApply':
        call.apply(null);
        return this.#hang(reply);
      default:
        break;
    }
    const answer = call.apply(fault);
    // The call hidden by a false not-found must first look lost, so that the server asks about it.
    if (call.applies && this.#switches.isOn(call.target, 'falseNotFound', call.about))
      return this.#cut(reply);
    return answer;
  }

  /** Never answers: the connection stays open until the caller gives up. */
  async #hang(reply: FastifyReply): Promise<FastifyReply> {
    await this.#store.flush();
    return reply.hijack();
  }

  async #cut(reply: FastifyReply): Promise<FastifyReply> {
    await this.#store.flush();
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
}
