// Keeps the temporary files of tests in memory, where there is room: tests create and drop hundreds of databases of a
// thousand files each, and ext4 looks at every inode that was freed in the last minutes before it gives a new one. Whoever
// sets TMPDIR decides.
import { readFileSync, statfsSync } from 'node:fs';

/** What Linux keeps here lies in memory. */
const MEMORY = '/dev/shm';
/** The clusters of a run take less. */
const ROOM_BYTES = 6 * 1024 ** 3;

if (process.platform === 'linux' && process.env.TMPDIR === undefined && hasRoom())
  process.env.TMPDIR = MEMORY;

function hasRoom() {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === MEMORY);
  // A packaged Chromium is unpacked among the temporary files, and started.
  if (mount === undefined || mount.includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
}
