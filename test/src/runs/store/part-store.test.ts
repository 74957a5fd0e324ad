import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256Of } from '../../../../src/runs/digest.js';
import { type PartStore, partStore } from '../../../../src/runs/store/part-store.js';
import { partFiles } from '../../../support/part-files.js';
import { temporaryDirectory } from '../../../support/small-instance.js';

const DIGEST = sha256Of('one');
const PART = { values: [1, null, 0.1], text: 'a\nb' };

function opened(folder: string, scope: readonly unknown[] = ['1.0.0']): { store: PartStore; said: string[] } {
  const said: string[] = [];
  return { store: partStore(folder, scope, (text) => said.push(text)), said };
}

describe('the store of parts', () => {
  it('gives back what another process kept, and nothing of another digest or scope', () => {
    const folder = temporaryDirectory();
    const early = opened(folder).store;
    expect(early.read(DIGEST)).toBeNull();
    opened(folder).store.keep(DIGEST, PART);
    expect(early.read(DIGEST)).toEqual(PART);
    expect(early.read(sha256Of('two'))).toBeNull();
    expect(opened(folder, ['1.0.1']).store.read(DIGEST)).toBeNull();
    expect(partFiles(folder)).toHaveLength(1);
  });

  it('moves away what is not what was written, says where, and keeps it anew', () => {
    const folder = temporaryDirectory();
    opened(folder).store.keep(DIGEST, PART);
    const [file] = partFiles(folder) as [string];
    const text = readFileSync(file, 'utf8');
    for (const damaged of [text.slice(0, -2), text.replace('0.1', '0.2'), '', '{}\n']) {
      writeFileSync(file, damaged);
      const { store, said } = opened(folder);
      expect(store.read(DIGEST)).toBeNull();
      const kept = /^(\S+) is not what was written: not believed and done again\. It is kept as (\S+)\.$/.exec(
        said[0]!,
      );
      expect(kept?.[1]).toBe(file);
      expect(readFileSync(kept![2]!, 'utf8')).toBe(damaged);
      expect(partFiles(folder)).toEqual([]);
      store.keep(DIGEST, PART);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });

  it('believes no part that was moved to the name of another', () => {
    const folder = temporaryDirectory();
    const { store, said } = opened(folder);
    store.keep(DIGEST, PART);
    const [file] = partFiles(folder) as [string];
    const other = sha256Of('two');
    store.keep(other, { other: true });
    const target = partFiles(folder).find((one) => one !== file)!;
    writeFileSync(target, readFileSync(file));
    expect([store.read(other), said.length]).toEqual([null, 1]);
  });

  it('removes what a process that is gone left unfinished, and leaves the files of others', () => {
    const folder = temporaryDirectory();
    const { store } = opened(folder);
    store.keep(DIGEST, PART);
    const [file] = partFiles(folder) as [string];
    const shard = dirname(file);
    const trialFile = join(folder, 'parts', `${sha256Of('trial')}.jsonl`);
    writeFileSync(trialFile, 'of a trial of hours\n');
    // No system gives a process this number.
    const left = `.plenum.${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}.4999999.0123456789abcdef.tmp`;
    writeFileSync(join(shard, left), 'half');
    opened(folder).store.keep(DIGEST, PART);
    expect(readdirSync(shard).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(readFileSync(trialFile, 'utf8')).toBe('of a trial of hours\n');
  });
});
