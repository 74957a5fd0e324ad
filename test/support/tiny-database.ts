import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from './once.js';
import { ownAnswer } from './own-command.js';

/** Bytes of the database of the bundled room with two quadrants, as `plenum templates build` writes it. */
export const tinyDatabase = once(async (): Promise<Uint8Array> => {
  const directory = mkdtempSync(join(tmpdir(), 'plenum-templates-'));
  try {
    const out = join(directory, 'room.sqlite');
    await ownAnswer('templates build', ['tiny-two-quadrants'], { out, workers: 1 });
    return readFileSync(out);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
