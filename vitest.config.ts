import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, and wait most: they begin first, so that no worker is left alone with one of them. */
const LONG = [
  'fire/fire.test.ts',
  'database/primary.test.ts',
  'fire/failover.test.ts',
  'cluster/cluster.test.ts',
  'transfers/transferCrash.test.ts',
  'fire/gameSwitches.test.ts',
  'fire/faultProxy.test.ts',
  'embedded/embeddedSilence.test.ts',
  'fire/paymentSwitches.test.ts',
  'http/fuzz.test.ts',
  '.property.test.ts',
  'operations/backup.test.ts',
  'fire/twoNodes.test.ts',
  'qr/manyDepositors.test.ts',
  'copy/copy.test.ts',
  'payout/payoutConnections.test.ts',
  'transfers/transferFaults.test.ts',
  'withdrawals/withdrawals.test.ts',
  'deposits/gateway/gatewayDeposits.test.ts',
  'deposits/slip/slipDeposits.test.ts',
  'games/games.test.ts',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const nth = LONG.findIndex((end) => moduleId.endsWith(end));
      return nth === -1 ? LONG.length : nth;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    projects: [
      'contract',
      'ui',
      'server',
      'web',
      'console',
      'sandbox',
      { test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
    ],
    sequence: { sequencer: LongFirst },
    // No import leads to these: `npm test -- --related` runs everything after a change of one.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/migrations/*.sql'],
  },
});
