/** A refusal: answered as `{code, message}` with this HTTP status. */
export class Problem extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.name = 'Problem';
    this.statusCode = statusCode;
    this.code = code;
  }
}

export const badRequest = (message: string) => new Problem(400, 'BAD_REQUEST', message);
export const notFound = (message: string) => new Problem(404, 'NOT_FOUND', message);
