import { Type } from 'typebox';
import { driver, type TestResult } from '../../connections/driver.ts';
import type { OutgoingHttp } from '../../connections/outgoingHttp.ts';
import type { GameProvider, GameTransferOrder, PlayerTurnover } from '../../gameProvider.ts';
import { isMemberPage } from '../../memberPage.ts';
import type { Refusal, Unknown } from '../../outcome.ts';
import { valueAt } from '../../template/answerRules.ts';
import {
  amountValues,
  type CallTemplate,
  callTemplate,
  type TemplateAnswer,
  type TemplateValues,
} from '../../template/callTemplate.ts';
import { readTemplate } from '../../template/readTemplate.ts';
import {
  requireTemplate,
  TEMPLATE_KEYS,
  templateConfig,
  testResultOf,
} from '../../template/templateDriver.ts';
import { amountIn, sumIn, textIn } from '../../template/wireValue.ts';
import { currencyProblems } from '../currencyProblems.ts';
import { ASK, CREATE, DONE, GameTemplate, gameTemplateProblems, MOVE, TEST, TOLD } from './gameTemplate.ts';

/** Any game house with a transfer wallet over HTTP, as a template says (docs/connections/generic-transfer.md). */
export const genericTransfer = driver({
  capability: 'game',
  driver: 'generic-transfer',
  title: 'HTTP',
  config: Type.Object(
    {
      ...templateConfig('https://games.example'),
      currency: Type.String({ pattern: '^[A-Z]{3}$', default: 'THB' }),
    },
    { additionalProperties: false },
  ),
  secrets: Type.Object(
    {
      ...TEMPLATE_KEYS,
      privateKey: Type.Optional(Type.String({ minLength: 1, maxLength: 8_000 })),
    },
    { additionalProperties: false },
  ),
  documentation: 'https://www.rfc-editor.org/rfc/rfc6901',
  warnings: ['UNCONFIRMED'],
  problems: ({ config }) => {
    const problems = currencyProblems(config.currency);
    const template = readTemplate(GameTemplate, config.template, problems);
    return template === undefined ? problems : [...problems, ...gameTemplateProblems(template)];
  },
  open: ({ config, secrets }, { http }) => {
    const template = requireTemplate(GameTemplate, config.template);
    const house = { ...config, http, template, secrets: secrets as TemplateValues };
    return {
      provider: (game) => templateGame(house, game),
      ...(template.test && { test: () => tested(house, template.test as CallTemplate<'ok'>) }),
    };
  },
});

interface House {
  http: OutgoingHttp;
  template: GameTemplate;
  baseUrl: string;
  currency: string;
  secrets: TemplateValues;
}

type Answered<Outcome extends string> = Extract<TemplateAnswer<Outcome>, { status: 'answered' }>;

const callOf =
  ({ http, baseUrl: base, secrets }: House, shared: TemplateValues) =>
  <const Outcome extends string>(
    call: CallTemplate<Outcome>,
    outcomes: readonly Outcome[],
    values: TemplateValues,
  ): Promise<TemplateAnswer<Outcome>> =>
    callTemplate(http, { baseUrl: base, call, outcomes, values: { ...shared, ...values }, secrets });

/** @param game what the house calls the game; {game} in the template */
function templateGame(house: House, game: string): GameProvider {
  const { template, currency } = house;
  const unit = template.amounts ?? 'major';
  const call = callOf(house, { game, currency });
  const { create, password, query, turnover, player, kick } = template;

  return {
    async createPlayer(player) {
      // Its players are there with their first deposit.
      if (create === undefined) return { status: 'ok', created: true };
      const answer = await call(create, CREATE, player);
      if (answer.status === 'trouble') return refusal(answer);
      return { status: 'ok', created: answer.gives === 'created' };
    },
    ...(password && {
      setPassword: async (player: { username: string; password: string }) =>
        done(await call(password, DONE, player)),
    }),
    async balance(username) {
      const answer = await call(template.balance, TOLD, { username });
      if (answer.status === 'trouble') return refusal(answer);
      const available = sumIn(unit, answer.field('available'));
      const told = answer.field('inPlay');
      const inPlay = told === undefined ? 0n : sumIn(unit, told);
      if (available === null || inPlay === null) return BAD_ANSWER;
      return { status: 'ok', available, inPlay };
    },
    async transfer(order) {
      const { username, direction } = order;
      const values = { username, ...orderValues(order) };
      const move = template[direction === 'in' ? 'deposit' : 'withdraw'];
      const answer = await call(move, MOVE, values);
      if (answer.status === 'trouble')
        return answer.isSent ? unknown(answer.trouble) : { status: 'rejected', reason: answer.trouble };
      if (answer.gives === 'notEnough') return { status: 'rejected', reason: 'INSUFFICIENT_BALANCE' };
      if (answer.gives === 'rejected') return { status: 'rejected', reason: codeOf(answer) };
      return moved(house, move, answer, order);
    },
    ...(query && {
      async queryTransfer(order: Pick<GameTransferOrder, 'id' | 'amount'>) {
        const answer = await call(query, ASK, orderValues(order));
        if (answer.status === 'trouble') return unknown(answer.trouble);
        if (answer.gives === 'notFound') return { status: 'not_found' as const };
        if (answer.gives === 'failed') return { status: 'failed' as const, reason: codeOf(answer) };
        return moved(house, query, answer, order);
      },
    }),
    async launch(username, { address, language, isMobile, home }) {
      const viewer = { ip: address, language, home, device: isMobile ? 'mobile' : 'desktop' };
      const answer = await call(template.launch, TOLD, { username, ...viewer });
      if (answer.status === 'trouble') return refusal(answer);
      const url = textIn(answer.field('url'));
      return url !== null && isMemberPage(url, house.baseUrl)
        ? { status: 'ok', url, expiresAt: null }
        : BAD_ANSWER;
    },
    ...(turnover &&
      player && {
        async turnover(day: string) {
          const answer = await call(turnover, TOLD, { day });
          if (answer.status === 'trouble') return refusal(answer);
          const list = answer.field('players');
          const players = Array.isArray(list) ? list.map((entry) => figuresOf(unit, player, entry)) : [null];
          return players.includes(null)
            ? BAD_ANSWER
            : { status: 'ok' as const, players: players as PlayerTurnover[] };
        },
      }),
    ...(kick && { kick: async (username: string) => done(await call(kick, DONE, { username })) }),
  };
}

const unknown = (reason: Unknown['reason']): Unknown => ({ status: 'unknown', reason });
const BAD_ANSWER = unknown('BAD_ANSWER');

const refusal = ({ trouble }: Extract<TemplateAnswer<string>, { status: 'trouble' }>): Refusal =>
  unknown(trouble);

const done = (answer: TemplateAnswer<'done'>): { status: 'ok' } | Refusal =>
  answer.status === 'trouble' ? refusal(answer) : { status: 'ok' };

const orderValues = ({ id, amount }: Pick<GameTransferOrder, 'id' | 'amount'>): TemplateValues => ({
  id,
  ...amountValues(amount),
});

const codeOf = (answer: Answered<string>): string =>
  (textIn(answer.field('code')) ?? 'REJECTED').slice(0, 60).toUpperCase();

/**
 * What an answer tells of this very transfer; an answer about another one, in another currency, or without what the
 * template says it names tells nothing.
 */
function moved(
  { template, currency }: House,
  { fields = {} }: Pick<CallTemplate<string>, 'fields'>,
  answer: Answered<'done' | 'pending' | (string & {})>,
  { id, amount }: Pick<GameTransferOrder, 'id' | 'amount'>,
) {
  const [reference, told, toldCurrency] = ['reference', 'amount', 'currency'].map(answer.field);
  if (reference !== undefined && textIn(reference) !== id) return BAD_ANSWER;
  if (toldCurrency !== undefined && toldCurrency !== currency) return BAD_ANSWER;
  if (answer.gives === 'pending') return { status: 'pending' as const };
  const isNamed = (name: string) => fields[name] === undefined || answer.field(name) !== undefined;
  if (!['reference', 'amount', 'currency'].every(isNamed)) return BAD_ANSWER;
  const really = told === undefined ? amount : amountIn(template.amounts ?? 'major', told);
  if (really === null) return BAD_ANSWER;
  return really === amount ? { status: 'success' as const } : { status: 'mismatch' as const, amount: really };
}

function figuresOf(
  unit: 'major' | 'minor',
  at: NonNullable<GameTemplate['player']>,
  entry: unknown,
): PlayerTurnover | null {
  const username = textIn(valueAt(entry, at.username));
  const [stake, win] = [sumIn(unit, valueAt(entry, at.stake)), sumIn(unit, valueAt(entry, at.win))];
  const rounds = at.rounds === undefined ? 0 : Number(valueAt(entry, at.rounds));
  const isWhole = username !== null && stake !== null && win !== null && Number.isSafeInteger(rounds);
  return isWhole && rounds >= 0 ? { username, stake, win, rounds } : null;
}

async function tested(house: House, test: CallTemplate<'ok'>): Promise<TestResult> {
  return testResultOf(await callOf(house, { currency: house.currency })(test, TEST, {}));
}
