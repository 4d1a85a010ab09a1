import { type Static, Type } from 'typebox';
import { answerProblems, PointerShape } from '../../template/answerRules.ts';
import { callShape } from '../../template/callTemplate.ts';
import { placesOf } from '../../template/fillTemplate.ts';
import { AMOUNT_PLACES, orderProblems } from '../../template/orderValues.ts';

export const CREATE = ['created', 'exists'] as const;
export const DONE = ['done'] as const;
export const TOLD = ['told'] as const;
/** `notEnough`: the player has less there. */
export const MOVE = ['done', 'pending', 'notEnough', 'rejected'] as const;
/** `failed`: the house will never make this transfer. */
export const ASK = ['done', 'pending', 'failed', 'notFound'] as const;
export const TEST = ['ok'] as const;

/**
 * A game house as an operator describes it. Fields: of `balance` available and inPlay; of `deposit`, `withdraw` and `query`
 * reference, amount, currency and code; of `launch` url; of `turnover` players, whose entries `player` describes; of `test`
 * detail. Without `query` the same order is sent again; without another call the house cannot do that.
 */
export const GameTemplate = Type.Object(
  {
    /** How the house writes amounts in its answers: baht, or hundredths of it. */
    amounts: Type.Optional(Type.Enum(['major', 'minor'], { default: 'major' })),
    create: Type.Optional(callShape(CREATE)),
    password: Type.Optional(callShape(DONE)),
    balance: callShape(TOLD),
    deposit: callShape(MOVE),
    withdraw: callShape(MOVE),
    query: Type.Optional(callShape(ASK)),
    launch: callShape(TOLD),
    turnover: Type.Optional(callShape(TOLD)),
    /** Where the figures of one entry of `turnover` stand. */
    player: Type.Optional(
      Type.Object(
        {
          username: PointerShape,
          stake: PointerShape,
          win: PointerShape,
          rounds: Type.Optional(PointerShape),
        },
        { additionalProperties: false },
      ),
    ),
    kick: Type.Optional(callShape(DONE)),
    test: Type.Optional(callShape(TEST)),
  },
  { additionalProperties: false },
);
export type GameTemplate = Static<typeof GameTemplate>;

/** What the schema cannot say is wrong with a template, in English. */
export function gameTemplateProblems(template: GameTemplate): string[] {
  const problems: string[] = [];
  const sends = (name: keyof typeof NEEDED, ...places: string[]) => {
    const call = template[name];
    if (call === undefined) return;
    const { path, body = '', headers = {} } = call;
    const sent = [path, body, ...Object.values(headers)].flatMap(placesOf);
    if (!places.some((place) => sent.includes(place)))
      problems.push(`${name} must send {${places.join('} or {')}}`);
  };
  for (const name of ['deposit', 'withdraw'] as const) {
    sends(name, 'id');
    sends(name, 'username');
    problems.push(...orderProblems(name, template[name], [AMOUNT_PLACES]));
    if (!template[name].answers.some(({ gives }) => gives === 'done'))
      problems.push(`${name} must be able to give done`);
  }
  const { deposit, withdraw, query } = template;
  problems.push(...answerProblems({ deposit, withdraw, query }));
  for (const name of ['create', 'password', 'balance', 'launch', 'kick'] as const) sends(name, 'username');
  sends('query', 'id');
  sends('turnover', 'day');
  for (const [name, fields] of Object.entries(NEEDED) as [keyof typeof NEEDED, readonly string[]][])
    for (const field of fields)
      if (template[name] && template[name].fields?.[field] === undefined)
        problems.push(`template/${name}/fields must name ${field}`);
  if ((template.turnover === undefined) !== (template.player === undefined))
    problems.push('turnover and player belong together');
  return problems;
}

/** The fields without which an answer says nothing. */
const NEEDED = {
  create: [],
  password: [],
  balance: ['available'],
  deposit: [],
  withdraw: [],
  query: [],
  launch: ['url'],
  turnover: ['players'],
  kick: [],
} as const;
