#!/usr/bin/env bash
# @aws-sdk/client-s3 3.1169.0 (AWS SDK for JavaScript 3), the client of S3 and of buckets that speak like it.
#
# Behaviour: `requestTimeout` of the HTTP handler ends nothing. When the time is over the client writes a line to its logger
# and goes on waiting; only with `throwOnRequestTimeout: true` the call fails. That option ends no body that stalls after
# its head: `socketTimeout` does.
#
# Why a wallet cares: slips and papers of identity are kept in such a bucket. One that accepts connections and says nothing
# holds every caller, and with it the queue of slips, although a limit of seconds stands in the configuration.
#
# Expected output:
#   requestTimeout 300: waits for the bucket
#   with throwOnRequestTimeout: TimeoutError
#   a body that stalls, with both: waits for the bucket
#   a body that stalls, with socketTimeout: ends
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @aws-sdk/client-s3@3.1169.0 @smithy/node-http-handler@4.14.2 >/dev/null
cat >ask.mjs <<'SCRIPT'
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';

// A bucket that accepts and says nothing, or says how long the object is and no more.
const server = createServer((request, response) => {
  if (request.url.includes('stalls')) response.writeHead(200, { 'content-length': '10' }).write('12345');
});
server.listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
async function ask(Key, limits) {
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${server.address().port}`,
    region: 'x',
    forcePathStyle: true,
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
    logger: quiet,
    requestHandler: new NodeHttpHandler({ ...limits, logger: quiet }),
  });
  const read = async () => (await client.send(new GetObjectCommand({ Bucket: 'b', Key }))).Body.transformToByteArray();
  const ended = read().then(() => 'ends', (error) => (Key === 'stalls' ? 'ends' : error.name));
  return Promise.race([ended, sleep(5_000, 'waits for the bucket')]);
}
console.log(`requestTimeout 300: ${await ask('silent', { requestTimeout: 300 })}`);
const throwing = { requestTimeout: 300, throwOnRequestTimeout: true };
console.log(`with throwOnRequestTimeout: ${await ask('silent', throwing)}`);
console.log(`a body that stalls, with both: ${await ask('stalls', throwing)}`);
console.log(`a body that stalls, with socketTimeout: ${await ask('stalls', { ...throwing, socketTimeout: 300 })}`);
process.exit(0);
SCRIPT
seen=$(node ask.mjs 2>/dev/null)
echo "$seen"
[ "$seen" = "$(sed -n 's/^#   //p' "$script")" ]
