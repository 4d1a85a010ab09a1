import { type Static, Type } from 'typebox';
import { callShape } from '../../template/callTemplate.ts';
import { placesOf } from '../../template/fillTemplate.ts';

export const ASK = ['listed', 'notListed'] as const;
export const TEST = ['ok'] as const;

/** What tells a register who is meant; hashes first, because a register needs no more than that. */
const PERSON = ['phoneHash', 'phone', 'nameHash', 'name'];

/** A register as an operator describes it. Fields of `ask`: `reference`, and `until` (a date or a time). */
export const RegisterTemplate = Type.Object(
  {
    ask: callShape(ASK),
    test: Type.Optional(callShape(TEST)),
  },
  { additionalProperties: false },
);
export type RegisterTemplate = Static<typeof RegisterTemplate>;

/** What the schema cannot say is wrong with a template, in English. */
export function registerTemplateProblems({ ask }: RegisterTemplate): string[] {
  const { path, body = '', headers = {}, answers } = ask;
  const places = [path, body, ...Object.values(headers)].flatMap(placesOf);
  const loose = answers.filter(
    ({ gives, at, is }) =>
      ASK.some((outcome) => outcome === gives) && (at === undefined || at === '' || is === undefined),
  );
  return [
    ...(places.some((place) => PERSON.includes(place))
      ? []
      : [`ask must send one of ${PERSON.map((place) => `{${place}}`).join(', ')}`]),
    ...(placesOf(path).some((place) => ['phone', 'name'].includes(place))
      ? [
          'ask: {phone} and {name} do not belong into an address, which logs keep; send {phoneHash}, or a body',
        ]
      : []),
    ...ASK.filter((outcome) => !answers.some(({ gives }) => gives === outcome)).map(
      (outcome) => `ask must be able to give ${outcome}`,
    ),
    ...loose.map(
      ({ gives }) => `ask/answers: ${gives} must say at which place of the answer it stands (at, is)`,
    ),
  ];
}
