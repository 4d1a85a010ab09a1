import { withClient } from '../database/databaseClient.ts';

// A process of its own for tests: connects to the address of its argument, and sends where it is or why not.
const [url = ''] = process.argv.slice(2);
const answer = await withClient(url, (client) => client.query('select inet_server_port() as port')).then(
  ({ rows }) => ({ port: rows[0].port }),
  (error: Error) => ({ error: error.message }),
);
process.send?.(answer, () => process.exit());
