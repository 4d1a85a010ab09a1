import { parentPort } from 'node:worker_threads';
import type { SentForm } from './formSender.ts';

parentPort?.on('message', async (form: SentForm) => parentPort?.postMessage(await send(form)));

async function send({ url, headers, body }: SentForm): Promise<string> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body: bodyOf(body) });
    const { code = '' } = (await response.json()) as { code?: string };
    return `${response.status} ${code}`.trim();
  } catch {
    return '0';
  }
}

function bodyOf(body: SentForm['body']): FormData | Blob {
  if (body instanceof Uint8Array) return new Blob([body as never]);
  const form = new FormData();
  for (const [name, value] of Object.entries(body.fields)) form.append(name, value);
  form.append('file', new Blob([body.file as never]), body.name);
  return form;
}
