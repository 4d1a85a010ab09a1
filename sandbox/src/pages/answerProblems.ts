import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../http/problem.ts';
import { html } from './html.ts';
import { sendPage } from './layout.ts';

/** Answers refusals as `{code, message}`, or as a page for a browser; unexpected errors are a 500 without details. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (error instanceof Problem) return answer(request, reply, error);
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) {
      return answer(request, reply, new Problem(status, 'BAD_REQUEST', (error as Error).message));
    }
    console.error(error);
    return answer(request, reply, new Problem(500, 'INTERNAL', 'Something broke.'));
  });
  app.setNotFoundHandler(async (request, reply) =>
    answer(request, reply, new Problem(404, 'NOT_FOUND', 'There is nothing here.')),
  );
}

function answer(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { statusCode, code, message } = problem;
  if (!request.headers.accept?.includes('text/html')) return reply.code(statusCode).send({ code, message });
  const body = html`<h1>That did not work</h1><p class="alert" role="alert">${message}</p><p><a href="/">Overview</a></p>`;
  return sendPage(reply, { title: 'That did not work', place: request.url, body }, statusCode);
}
