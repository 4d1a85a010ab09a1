import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A program of its own, so that what it holds is not counted with the server: uploads every file of a folder as a slip,
 * `times` at once each, and prints the answers as JSON, `name status code`.
 */
const [baseUrl = '', token = '', folder = '', times = '1'] = process.argv.slice(2);

async function upload(name: string, file: Blob): Promise<string> {
  const form = new FormData();
  form.append('file', file, 'slip.png');
  const response = await fetch(`${baseUrl}/api/wallet/slip`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${token}` },
    body: form,
  });
  const { code } = (await response.json()) as { code: string };
  return `${name} ${response.status} ${code}`;
}

const files = readdirSync(folder).map((name): [string, Blob] => [
  name,
  new Blob([readFileSync(join(folder, name))], { type: 'image/png' }),
]);
const answers = await Promise.all(
  Array.from({ length: Number(times) }, () => files.map(([name, file]) => upload(name, file))).flat(),
);
process.stdout.write(JSON.stringify(answers));
