import type { FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

/** Answers refusals as `{code, message}`, and what nobody foresaw as 500 without its details. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof Problem) {
      return reply.code(error.statusCode).send({ code: error.code, message: error.message });
    }
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) {
      return reply.code(status).send({ code: 'BAD_REQUEST', message: (error as Error).message });
    }
    console.error(error);
    return reply.code(500).send({ code: 'INTERNAL', message: 'Something broke.' });
  });
  app.setNotFoundHandler(async (_request, reply) =>
    reply.code(404).send({ code: 'NOT_FOUND', message: 'There is nothing here.' }),
  );
}
