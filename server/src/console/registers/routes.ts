import { REGISTER_NAMES } from '@krapao/contract/api/operator/registers';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { act } from '../act.ts';
import { asSeenBy } from '../members/privateData.ts';
import { readRegister } from './readRegister.ts';
import { registerFile } from './registerFile.ts';

/** The registers of all members' money, and their files. */
export function registerRoutes(app: FastifyInstance, context: AppContext): void {
  const { readers } = context;
  for (const name of REGISTER_NAMES) {
    bind(app, context, `POST /api/console/registers/${name}`, async ({ operator: { role }, body }) =>
      asSeenBy(role, await readers.read((from) => readRegister(from, name, body, role))),
    );
    // Whom an operator looked for is no matter of the log: it would keep names and numbers for ever.
    bind(
      app,
      context,
      `POST /api/console/registers/${name}/file`,
      async ({ operator, ip, body, language }) => {
        const { after, ...filter } = body;
        const { member, reference, ...logged } = filter;
        const part = await readers.read((from) =>
          registerFile(from, name, filter, { after, language, role: operator.role }),
        );
        // Each part has its line: `after` is the caller's word, and any place of the file can be asked for.
        await act(context, { operator, ip }, (_, recorder) =>
          recorder({
            action: 'register.export',
            subject: `register:${name}`,
            after: { ...logged, ...(after !== undefined && { after }) },
          }),
        );
        return part;
      },
    );
  }
}
