import { parseArgs } from 'node:util';
import { drill } from './drill.ts';
import { soakRounds } from './soakRounds.ts';

// `npm run soak [-- --minutes 60 --seed 1]`: the tests that draw random histories, in their long form, file by file with a
// new seed each, until the time is over. Each run is a row of docs/soak.md. Exit 0 without a finding.
// `npm run soak -- --kills 1000 [--minutes 600 --seed 1 --members 10 --power --standby --cluster]` is the drill of the node
// and its database alone (drill.ts); `-- --database postgresql://… --minutes 5` the one of your own cluster.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string' },
    members: { type: 'string', default: '10' },
    power: { type: 'boolean', default: false },
    standby: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    database: { type: 'string' },
  },
});
const { kills, database, power, standby, cluster } = values;
const [minutes, seed, members] = [values.minutes ?? '60', values.seed, values.members].map(whole) as [
  number,
  number,
  number,
];
const isDrill = [kills, database].some((value) => value !== undefined) || power || standby || cluster;
const isTrue = isDrill
  ? await drill({
      kills: whole(kills ?? '1000'),
      ...(values.minutes !== undefined && { minutes }),
      seed,
      members,
      hasPowerCuts: power,
      hasStandby: standby,
      isCluster: cluster,
      database,
    })
  : await soakRounds({ minutes, seed });
process.exit(isTrue ? 0 : 1);

function whole(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write('--kills, --minutes, --seed and --members take whole numbers.\n');
  process.exit(2);
}
