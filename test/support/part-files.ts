import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files of the parts of sweeps and days in a study's folder, by name. */
export function partFiles(folder: string): string[] {
  const parts = join(folder, 'parts');
  if (!existsSync(parts)) return [];
  const shards = readdirSync(parts).filter((name) => name.length === 2);
  return shards.sort().flatMap((shard) => {
    const names = readdirSync(join(parts, shard)).filter((name) => !name.startsWith('.'));
    return names.sort().map((name) => join(parts, shard, name));
  });
}
