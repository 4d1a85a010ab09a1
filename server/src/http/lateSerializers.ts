import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler';

/**
 * Makes what turns answers into JSON when the first one of its route and status goes out. Making those of all calls is
 * half of a node's work at its start, and most of them are for errors that never come.
 * @param makers what makes them, for tests that count
 */
export function lateSerializers(makers: SerializerFactory = SerializerSelector()): SerializerFactory {
  return (schemas, options) => {
    const make = makers(schemas, options);
    return (route) => {
      let serialize: ReturnType<typeof make> | undefined;
      return (answer) => {
        serialize ??= make(route);
        return serialize(answer);
      };
    };
  };
}
