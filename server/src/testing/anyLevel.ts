import { switchSetting } from './switchSetting.ts';
import type { TestServer } from './testServer.ts';

/** Lets every member move any sum, whatever is known of who they are. */
export const anyLevel = (server: Pick<TestServer, 'owner' | 'settings'>): Promise<void> =>
  switchSetting(server, 'protection', {
    levels: { ...server.settings.get('protection').levels, isOn: false },
  });
