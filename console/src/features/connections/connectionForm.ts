import type { Contract } from '@krapao/contract/api/index';
import type { BodyOf, ResponseOf } from '@krapao/contract/endpoint';
import { choicesOf, optionalOf, type Schema } from '../../lib/schema.ts';

export type Connection = ResponseOf<Contract['GET /api/console/connections']>['connections'][number];
export type Addition = ResponseOf<Contract['GET /api/console/connections']>['additions'][number];
export type Driver = ResponseOf<Contract['GET /api/console/connections/drivers']>['drivers'][number];
type ChangeBody = BodyOf<Contract['PUT /api/console/connections/:id']>;

/** One input of a driver's settings or secrets. */
export interface Field {
  name: string;
  kind: 'text' | 'longText' | 'number' | 'switch' | 'choice';
  isRequired: boolean;
  /** What the driver takes if nobody enters anything; empty for none. */
  standard: string;
  choices: readonly string[];
  /** For an input's attribute; undefined for none, or one that only the server can check. */
  pattern: string | undefined;
  maxLength: number | undefined;
  minimum: number | undefined;
  maximum: number | undefined;
}

/** What stands in the inputs of a driver's settings, by name. */
export type Typed = Readonly<Record<string, string | boolean>>;
/** New secrets by name; an empty one keeps what is stored, null removes it. */
export type TypedSecrets = Readonly<Record<string, string | null>>;

/** What stands in the form of a connection. */
export interface ConnectionForm {
  name: string;
  priority: number;
  isShadow: boolean;
  config: Typed;
  secrets: TypedSecrets;
}

/** Longer texts get several lines. */
const LINE_MAX = 500;
const NAME_MAX = 60;
const PRIORITY = { first: 10, step: 10, max: 1_000 };

/** The inputs that a driver's JSON Schema asks for, in its order. */
export function fieldsOf(schema: unknown): Field[] {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.entries(properties).map(([name, one]) => {
    const choices = choicesOf(one);
    const inner = optionalOf(one).schema;
    const standard = one.default ?? inner.default;
    return {
      name,
      kind: choices === undefined ? kindOf(inner) : 'choice',
      isRequired: required.includes(name) && standard === undefined,
      standard: standard === undefined || standard === null ? '' : String(standard),
      choices: (choices ?? []).filter((choice) => choice !== null),
      pattern: inner.pattern === undefined ? undefined : patternOf(inner.pattern),
      maxLength: inner.maxLength,
      minimum: inner.minimum,
      maximum: inner.maximum,
    };
  });
}

function kindOf({ type, maxLength = LINE_MAX }: Schema): Field['kind'] {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'switch';
  return maxLength > LINE_MAX ? 'longText' : 'text';
}

/** A schema's pattern for an input: it matches the whole text, in the stricter syntax that browsers want there. */
function patternOf(pattern: string): string | undefined {
  const whole = `.*(?:${pattern.replace(/(?<!\\)-\]/g, '\\-]')}).*`;
  try {
    new RegExp(whole, 'v');
    return whole;
  } catch {
    return undefined;
  }
}

/** What the inputs show of stored settings; those of a new connection show what the driver takes by itself. */
export function typedOf(fields: readonly Field[], config?: Readonly<Record<string, unknown>>): Typed {
  return Object.fromEntries(
    fields.map(({ name, kind, standard }) => {
      const stored = config === undefined ? standard : (config[name] ?? '');
      return [name, kind === 'switch' ? String(stored) === 'true' : String(stored)];
    }),
  );
}

/** The settings to send: what is empty is the driver's standard, or left out. */
export function configOf(fields: readonly Field[], typed: Typed): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, standard }): [string, unknown][] => {
      const value = typed[name] ?? '';
      if (typeof value === 'boolean') return [[name, value]];
      const text = (kind === 'longText' ? value : value.trim()) || standard;
      if (text === '') return [];
      return [[name, kind === 'number' ? Number(text) : text]];
    }),
  );
}

/** The secrets to send: new ones, and null for those to remove. */
export function secretsOf(typed: TypedSecrets): Record<string, string | null> {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''));
}

/** The form as it begins for a new connection: named after its service, asked after those of its capability. */
export function formOfNew(driver: Driver, connections: readonly Connection[]): ConnectionForm {
  const taken = connections
    .filter((one) => one.capability === driver.capability && !one.isFixed)
    .map(({ priority }) => priority);
  return {
    name: driver.title.slice(0, NAME_MAX),
    priority: Math.min(PRIORITY.max, Math.max(PRIORITY.first - PRIORITY.step, ...taken) + PRIORITY.step),
    isShadow: false,
    config: typedOf(fieldsOf(driver.config)),
    secrets: {},
  };
}

/** The form as it begins for a stored connection. */
export function formOf(connection: Connection, fields: readonly Field[]): ConnectionForm {
  const { name, priority, isShadow, config } = connection;
  return { name, priority, isShadow, config: typedOf(fields, config), secrets: {} };
}

/** What was typed over `loaded`, on top of what a colleague has stored meanwhile. */
export function onTopOf(
  newest: ConnectionForm,
  { typed, loaded }: { typed: ConnectionForm; loaded: ConnectionForm },
): ConnectionForm {
  const mine = <T>(own: T, before: T, theirs: T) => (own === before ? theirs : own);
  return {
    name: mine(typed.name, loaded.name, newest.name),
    priority: mine(typed.priority, loaded.priority, newest.priority),
    isShadow: mine(typed.isShadow, loaded.isShadow, newest.isShadow),
    config: Object.fromEntries(
      Object.entries(newest.config).map(([name, theirs]) => [
        name,
        mine(typed.config[name] ?? theirs, loaded.config[name] ?? theirs, theirs),
      ]),
    ),
    secrets: typed.secrets,
  };
}

/** The body that keeps a connection as it is, for calls that change one thing of it. */
export function bodyOf(connection: Connection): Omit<ChangeBody, 'reason'> {
  const { name, priority, isActive, isShadow, config, version } = connection;
  return { name, priority, isActive, isShadow, config, secrets: {}, version };
}

/** What can be changed of a connection, as one document for comparing. */
export function settingsOf({
  name,
  priority,
  isActive,
  isShadow,
  config,
}: Connection): Record<string, unknown> {
  return { name, priority, isActive, isShadow, ...config };
}
