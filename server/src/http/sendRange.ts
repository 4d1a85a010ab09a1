import type { FastifyReply } from 'fastify';

/**
 * Players request parts of a video, Safari only parts. One range is supported; any other request gets the whole file.
 */
export function sendRange(reply: FastifyReply, content: Buffer, range: string | undefined): FastifyReply {
  void reply.header('Accept-Ranges', 'bytes');
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return reply.send(content);
  const start = first === '' ? Math.max(0, content.length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? content.length - 1 : Math.min(Number(last), content.length - 1);
  if (start > end) return reply.status(416).header('Content-Range', `bytes */${content.length}`).send();
  return reply
    .status(206)
    .header('Content-Range', `bytes ${start}-${end}/${content.length}`)
    .send(content.subarray(start, end + 1));
}
