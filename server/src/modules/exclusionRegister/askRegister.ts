import type { AppContext } from '../../context.ts';
import type { LiveConnection } from '../../providers/connections/connections.ts';
import type { AskedPerson, Listed, RegisterAnswer } from '../../providers/exclusionRegister.ts';

/** Whether the pack asks for a register, and one is connected. */
export function isRegisterAsked({
  settings,
  connections,
}: Pick<AppContext, 'settings' | 'connections'>): boolean {
  if (!settings.get('protection').register.isOn) return false;
  return ![...connections.deciding('register')].every(() => false);
}

/** What all registers say of a person. */
export interface RegisterAnswers {
  /** The entries, of every register that lists them. */
  listed: Listed[];
  /** False: a register was silent, so that another entry may exist. */
  isComplete: boolean;
}

/**
 * Asks every register that is connected about a person, all at once: none takes the time of another, and none hides the
 * entry of another.
 * @param until the moment, in milliseconds since 1970, until which the questions may run
 */
export async function askRegister(
  { connections }: Pick<AppContext, 'connections'>,
  person: AskedPerson,
  until?: number,
): Promise<RegisterAnswers> {
  const ask = async (connection: LiveConnection<'register'>): Promise<RegisterAnswer> => {
    try {
      return await connections.ask(
        connection,
        'ask',
        (port) => port.ask(person, until),
        (result) => ({ trouble: result.status === 'unknown' ? result.reason : null }),
      );
    } catch {
      return { status: 'unknown', reason: 'BAD_ANSWER' };
    }
  };
  const answers = await Promise.all([...connections.deciding('register')].map(ask));
  return {
    listed: answers.filter((answer) => answer.status === 'listed'),
    isComplete: answers.every(({ status }) => status !== 'unknown'),
  };
}
