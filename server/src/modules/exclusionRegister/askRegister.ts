import type { AppContext } from '../../context.ts';
import type { AskedPerson, RegisterAnswer } from '../../providers/exclusionRegister.ts';

/** Whether the pack asks for a register, and one is connected. */
export function isRegisterAsked({
  settings,
  connections,
}: Pick<AppContext, 'settings' | 'connections'>): boolean {
  if (!settings.get('protection').register.isOn) return false;
  return ![...connections.deciding('register')].every(() => false);
}

/**
 * Asks every register that is connected about a person, until one lists them. Whoever is listed in one is excluded, so
 * silence of one leaves it unknown.
 * @param until the moment, in milliseconds since 1970, until which the questions may run
 */
export async function askRegister(
  { connections }: Pick<AppContext, 'connections'>,
  person: AskedPerson,
  until?: number,
): Promise<RegisterAnswer> {
  let answer: RegisterAnswer = { status: 'notListed' };
  for (const connection of connections.deciding('register')) {
    let told: RegisterAnswer;
    try {
      told = await connections.ask(
        connection,
        'ask',
        (port) => port.ask(person, until),
        (result) => ({ trouble: result.status === 'unknown' ? result.reason : null }),
      );
    } catch {
      told = { status: 'unknown', reason: 'BAD_ANSWER' };
    }
    if (told.status === 'listed') return told;
    if (told.status === 'unknown') answer = told;
  }
  return answer;
}
