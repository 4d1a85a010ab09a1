import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler';

/**
 * Creates the JSON serializer of a route and status when its first answer is sent. Creating all of them takes half of a
 * node's start time, and most are for errors that never occur.
 * @param makers creates serializers; replaced by tests that count calls
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
