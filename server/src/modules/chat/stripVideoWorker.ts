import { open } from 'node:fs/promises';
import { answerQuestions } from '../../parsing/answerQuestions.ts';
import { stripVideo } from './stripVideo.ts';

answerQuestions(
  async (path: string) => {
    const content = await readOnce(path);
    return { content, ...stripVideo(Buffer.from(content.buffer)) };
  },
  ({ content }) => [content.buffer],
);

/** Into its own memory instead of a shared pool, because it is transferred; and only once, because videos are large. */
async function readOnce(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path);
  try {
    const content = new Uint8Array((await file.stat()).size);
    for (let at = 0; at < content.length; ) {
      const { bytesRead } = await file.read(content, at);
      if (bytesRead === 0) throw new Error('the upload was cut short');
      at += bytesRead;
    }
    return content;
  } finally {
    await file.close();
  }
}
