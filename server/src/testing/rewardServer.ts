import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { verify } from '../ledger/verify.ts';
import { moneyOf } from './moneyWorld.ts';
import { OWN_CLUSTER } from './ownCluster.ts';
import { deposit, move, openGame, reopenToday } from './rewardWorld.ts';
import { dayWithRoom } from './spanWithRoom.ts';
import { makeMember, type TestMember } from './testMember.ts';
import { startTestServer, type TestServer } from './testServer.ts';

export interface RewardServer {
  /** The node; available from the first test on. */
  node: TestServer;
  /** A member who has deposited this many baht, 1,000 by default, and has them at a game. */
  player(game: string, more?: { baht?: number; inviteCode?: string }): Promise<TestMember>;
  /** The member's wallet balance, in satang. */
  walletOf(member: TestMember): Promise<bigint>;
}

/**
 * A node for the tests of one file. After each test the current day is reopened; after all tests the ledger is
 * verified. @param environment as of startTestServer
 */
export function rewardServer(environment: Record<string, string> = {}): RewardServer {
  const server = {
    player: async (game, { baht = 1_000, inviteCode } = {}) => {
      const member = await makeMember(server.node, inviteCode === undefined ? {} : { inviteCode });
      await deposit(server.node.db, member.id, BigInt(baht) * 100n);
      await openGame(member, game);
      await move(member, 'WALLET', game, baht);
      return member;
    },
    walletOf: async ({ id }) => (await moneyOf(server.node.db, id)).wallet,
  } as RewardServer;
  beforeAll(async () => {
    server.node = await startTestServer(OWN_CLUSTER, environment);
  });
  // The play of a test belongs to the current day and is closed with it.
  beforeEach(() => dayWithRoom(server.node.db));
  afterEach(() => reopenToday(server.node));
  afterAll(async () => {
    expect(await verify(server.node.owner)).toEqual([]);
    await server.node.stop();
  });
  return server;
}
