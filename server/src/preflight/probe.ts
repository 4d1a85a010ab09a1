import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { clock, machineClock } from '../clock.ts';
import {
  FORGED_ADDRESS,
  isProved,
  PROBE_HEADER,
  PROBE_PATH,
  type ProbeAnswer,
  probeHeader,
} from '../http/siteProbe.ts';

const TIMEOUT_MS = 8_000;
const BYTES_MAX = 10_000;

export type Probe =
  | {
      status: 'answered';
      answer: ProbeAnswer;
      /** When the certificate ends; null without one. */
      certificateEndsAt: Date | null;
      /** What the clock of whoever answered says: ours, or that of a proxy in front. */
      date: Date | null;
    }
  | { status: 'stranger' }
  | { status: 'unreachable'; why: string };

/** Asks the public address for this site's own answer, as a caller who forges an address. Follows no redirect. */
export function probeSite(publicUrl: string, key: Buffer): Promise<Probe> {
  const url = new URL(`${publicUrl}${PROBE_PATH}`);
  const header = probeHeader(key, clock.now());
  const send = url.protocol === 'https:' ? request : plainRequest;
  return new Promise((resolve) => {
    const fail = ({ code, message }: NodeJS.ErrnoException) =>
      resolve({ status: 'unreachable', why: code ?? message });
    const sent = send(
      url,
      {
        agent: false,
        headers: { [PROBE_HEADER]: header, 'x-forwarded-for': FORGED_ADDRESS },
        signal: machineClock.deadline(TIMEOUT_MS),
      },
      (response) => {
        const { socket, headers } = response;
        const ends =
          'getPeerCertificate' in socket ? (socket as TLSSocket).getPeerCertificate().valid_to : undefined;
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > BYTES_MAX) response.destroy();
        });
        response.on('error', fail);
        response.on('close', () => {
          const answer = readAnswer(text);
          if (answer === undefined || !isProved(key, header, answer.proof)) resolve({ status: 'stranger' });
          else
            resolve({
              status: 'answered',
              answer,
              certificateEndsAt: ends ? new Date(ends) : null,
              date: headers.date === undefined ? null : new Date(headers.date),
            });
        });
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.name === 'TimeoutError' ? new Error('TIMEOUT') : error),
    );
    sent.end();
  });
}

function readAnswer(text: string): ProbeAnswer | undefined {
  try {
    const { proof, address, forwardedFor, now } = JSON.parse(text) as ProbeAnswer;
    return typeof proof === 'string' && typeof now === 'number'
      ? { proof, address, forwardedFor, now }
      : undefined;
  } catch {
    return undefined;
  }
}
