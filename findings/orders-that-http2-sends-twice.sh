#!/usr/bin/env bash
# undici 8.12.4, the HTTP client of Node.
#
# Behaviour: since version 8 HTTP/2 is spoken with every https server that offers it. When a server answers a stream with
# REFUSED_STREAM, `request` sends the call again by itself, a POST with its body too, without a sign to the caller. The
# standard allows it: the code says that nothing was done. `fetch` of the same package rejects instead. Over HTTP/1.1
# neither repeats a POST.
#
# Why a wallet cares: between a wallet and a bank stand proxies. One that has already passed the order on and then refuses
# its own stream makes two payouts of one, and no setting was changed but the package's version.
#
# Expected output:
#   request: POST arrived 2 times, the caller sees 200
#   fetch: POST arrived 1 times, the caller sees an error
#   request without HTTP/2: POST arrived 1 times, the caller sees 200
set -euo pipefail
script=$(realpath "$0")
command -v openssl >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund undici@8.12.4 >/dev/null
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>/dev/null
cat >ask.mjs <<'SCRIPT'
import { readFileSync } from 'node:fs';
import http2 from 'node:http2';
import { Agent, fetch, request } from 'undici';

let arrived = 0;
const tls = { key: readFileSync('key.pem'), cert: readFileSync('cert.pem'), allowHTTP1: true };
const server = http2.createSecureServer(tls, (asked, answer) => {
  if (asked.httpVersion !== '1.1') return;
  arrived += 1;
  answer.end('done');
});
server.on('stream', (stream) => {
  stream.on('error', () => {});
  stream.resume();
  stream.on('end', () => {
    arrived += 1;
    if (arrived === 1) return stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
    stream.respond({ ':status': 200 });
    stream.end('done');
  });
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const url = `https://127.0.0.1:${server.address().port}/payouts`;
async function order(name, send, allowH2) {
  arrived = 0;
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false }, ...(allowH2 === false && { allowH2 }) });
  const told = await send(url, { method: 'POST', body: 'amount=100', dispatcher }).then(
    ({ status, statusCode }) => status ?? statusCode,
    () => 'an error',
  );
  console.log(`${name}: POST arrived ${arrived} times, the caller sees ${told}`);
}
await order('request', request);
await order('fetch', fetch);
await order('request without HTTP/2', request, false);
process.exit(0);
SCRIPT
seen=$(node ask.mjs)
echo "$seen"
[ "$seen" = "$(sed -n 's/^#   //p' "$script")" ]
