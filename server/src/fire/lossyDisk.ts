import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../testing/moneyWorld.ts';

/** A disk whose power can be cut: what was not synced is gone afterwards. */
export interface LossyDisk {
  /** Where it is mounted. */
  folder: string;
  /** From now on every read and write fails. */
  cut(): Promise<void>;
  /** Mounts it again, as after a start of the machine. No process may use it. */
  mount(): Promise<void>;
  /** Unmounts it and removes it. No process may use it. */
  close(): Promise<void>;
}

const run = promisify(execFile);
const BYTES = 4_000_000_000;
// A commit of the file system's own journal writes unsynced data too; ten minutes come after the next cut.
const OPTIONS = 'loop,commit=600';
// EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (fs/ext4/ext4.h): unsynced data and names never reach the device.
const SHUT_DOWN =
  'open(my $f, "<", $ARGV[0]) or die $!; my $flag = pack("L", 2); ioctl($f, 0x8004587d, $flag) or die $!';
const FREE_WITHIN_MS = 20_000;

/**
 * Makes an ext4 file system on a loop device.
 * @throws when the machine does not allow it; that takes Linux, root, loop devices, `mkfs.ext4` and `perl`
 */
export async function openLossyDisk(): Promise<LossyDisk> {
  const root = await mkdtemp(join(tmpdir(), 'krapao-disk-'));
  const [image, folder] = [join(root, 'image'), await mkdtemp(join(tmpdir(), 'krapao-mount-'))];
  const file = await open(image, 'w');
  await file.truncate(BYTES);
  await file.close();
  const mount = async () => void (await run('mount', ['-o', OPTIONS, image, folder]));
  // A process that was killed keeps its files open for a moment.
  const unmount = () =>
    until(
      async () =>
        run('umount', [folder]).then(
          () => true,
          () => false,
        ),
      FREE_WITHIN_MS,
    );
  const remove = () => Promise.all([root, folder].map((path) => rm(path, { recursive: true, force: true })));
  try {
    await run('mkfs.ext4', ['-q', '-F', image]);
    await mount();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    cut: async () => void (await run('perl', ['-e', SHUT_DOWN, folder])),
    mount: async () => {
      await unmount();
      await mount();
    },
    close: async () => {
      await unmount();
      await remove();
    },
  };
}
