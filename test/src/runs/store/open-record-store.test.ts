import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { WriteFailure } from '../../../../src/runs/write-failure.js';
import { openRecordStore, type StoreOptions } from '../../../../src/runs/store/open-record-store.js';
import type { RecordStore } from '../../../../src/runs/store/record-store.js';
import { FILE_SYSTEM } from '../../../../src/runs/store/write-steps.js';
import { type Obstacle, placeObstacle } from '../../../support/obstacles.js';
import { treeOf } from '../../../support/tree.js';
import { temporaryDirectory } from '../../../support/small-instance.js';

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
});

const key = (n: number): string => createHash('sha256').update(String(n)).digest('hex');
const fileOf = (of: string): string => path.join(folder, 'records', of.slice(0, 2), `${of}.json`);
const asideOf = (of: string): string => path.join(folder, 'set-aside', of.slice(0, 2), `${of}.json`);

function opened(options: StoreOptions = {}): RecordStore {
  const answer = openRecordStore(folder, options);
  if (!answer.ok) throw new Error(JSON.stringify(answer.fault));
  return answer.store;
}

/** A folder with the records 1 to 3. */
async function filled(): Promise<void> {
  const store = opened();
  await Promise.all([1, 2, 3].map((n) => store.keep(key(n), `{"n":${n}}`)));
  await store.close();
}

describe('a record store', () => {
  it('gives back what it was given, in this process and the next one', async () => {
    const store = opened();
    const texts = ['{"n":1}', '{"name":"zwölf\u2028"}', '[]'];
    await Promise.all(texts.slice(0, 2).map((text, n) => store.keep(key(n), text)));
    store.keepNow(key(2), texts[2]!);
    for (const one of [store, opened()]) {
      expect(texts.map((_, n) => one.get(key(n)))).toEqual(texts);
      expect([...one.keys()].sort()).toEqual([key(0), key(1), key(2)].sort());
      expect(one.get(key(9))).toBeNull();
      expect(one.warnings).toEqual([]);
    }
  });

  it('reads a folder that does not exist as empty, and makes nothing in it', () => {
    folder = path.join(folder, 'none');
    expect(opened().keys().size).toBe(0);
    expect(existsSync(folder)).toBe(false);
    mkdirSync(folder);
  });

  it('holds a record in a file of one line: the digest of key and record, and the record', async () => {
    await opened().keep(key(1), '{"n":1}');
    const digest = createHash('sha256')
      .update(`${key(1)}\n{"n":1}`)
      .digest('hex')
      .slice(0, 16);
    expect(readFileSync(fileOf(key(1)), 'utf8')).toBe(`{"digest":"${digest}","entry":{"n":1}}\n`);
    expect(readdirSync(path.dirname(fileOf(key(1))))).toEqual([`${key(1)}.json`]);
  });

  it('replaces a record', async () => {
    await filled();
    await opened().keep(key(1), '{"n":"anew"}');
    opened().keepNow(key(2), '{"n":"at once"}');
    expect([1, 2, 3].map((n) => opened().get(key(n)))).toEqual(['{"n":"anew"}', '{"n":"at once"}', '{"n":3}']);
  });

  it('finds what another process stored since it was opened', async () => {
    const early = opened();
    await filled();
    expect(early.get(key(2))).toBe('{"n":2}');
  });

  it.each([
    ['cut short', (text: string) => text.slice(0, -4)],
    ['without the end of its line', (text: string) => text.slice(0, -1)],
    ['empty', () => ''],
    ['with another digit', (text: string) => text.replace('"n":2', '"n":7')],
    ['of another key', () => readFileSync(fileOf(key(1)), 'utf8')],
    ['that a program without digests wrote', () => '{"n":2}\n'],
    ['with more behind it', (text: string) => `${text}${text}`],
  ])('sets a file aside that is %s, byte for byte, and names it', async (_, damaged) => {
    await filled();
    const bytes = damaged(readFileSync(fileOf(key(2)), 'utf8'));
    writeFileSync(fileOf(key(2)), bytes);
    const store = opened();
    expect([...store.keys()].sort()).toEqual([key(1), key(3)].sort());
    expect(store.get(key(2))).toBeNull();
    expect(readFileSync(asideOf(key(2)), 'utf8')).toBe(bytes);
    expect(existsSync(fileOf(key(2)))).toBe(false);
    expect(store.warnings).toEqual([
      `${fileOf(key(2))} is not what was written, so its run counts as not made. It is kept as ${asideOf(key(2))}.`,
    ]);
    await store.keep(key(2), '{"n":2}');
    expect(opened().get(key(2))).toBe('{"n":2}');
    expect(opened().warnings).toEqual([]);
  });

  it('sets a second file of a name aside beside the first', async () => {
    await filled();
    for (const text of ['one', 'two']) {
      writeFileSync(fileOf(key(2)), text);
      opened();
    }
    expect(readFileSync(asideOf(key(2)), 'utf8')).toBe('one');
    expect(readFileSync(`${asideOf(key(2))}.2`, 'utf8')).toBe('two');
  });

  it('leaves whatever has no name of a record where it is, and says so', async () => {
    await filled();
    const shard = path.dirname(fileOf(key(1)));
    writeFileSync(path.join(shard, 'notes.txt'), 'mine');
    writeFileSync(path.join(shard, '.nfs0001'), 'of the file system');
    writeFileSync(path.join(folder, 'records', 'README'), 'mine, too');
    mkdirSync(path.join(folder, 'records', 'photos'));
    // In the folder of another key's records.
    renameSync(fileOf(key(3)), path.join(shard, `${key(3)}.json`));
    const before = treeOf(folder);
    const store = opened();
    expect([...store.keys()].sort()).toEqual([key(1), key(2)].sort());
    expect(store.warnings).toHaveLength(1);
    expect(store.warnings[0]).toContain('no records and left as they are');
    expect(treeOf(folder)).toEqual(before);
  });

  it.each<Obstacle>(['a file', 'a link to a file', 'a link to a folder', 'a link to nothing'])(
    'refuses %s in the place of the folder, of a shard, of where damaged records go, and changes nothing',
    async (what) => {
      const root = folder;
      for (const taken of ['records', `records/${key(1).slice(0, 2)}`, 'set-aside']) {
        const outside = mkdtempSync(path.join(root, 'outside-'));
        folder = mkdtempSync(path.join(root, 'study-'));
        await filled();
        writeFileSync(fileOf(key(2)), 'damaged');
        const at = path.join(folder, taken);
        if (existsSync(at)) renameSync(at, path.join(outside, 'moved'));
        placeObstacle(what, at, outside);
        const before = treeOf(root);
        for (const damaged of ['moved', 'named'] as const) {
          expect(openRecordStore(folder, { damaged })).toMatchObject({ ok: false, fault: { file: at } });
        }
        expect(treeOf(root)).toEqual(before);
      }
      folder = root;
    },
  );

  it.each<Obstacle>(['a folder', 'a link to a file', 'a link to a folder', 'a link to nothing'])(
    'neither reads nor replaces %s in the place of a record',
    async (what) => {
      await filled();
      rmSync(fileOf(key(2)));
      placeObstacle(what, fileOf(key(2)), folder);
      const before = treeOf(folder);
      expect(openRecordStore(folder)).toMatchObject({ ok: false, fault: { file: fileOf(key(2)) } });
      const store = opened({ reading: 'asked' });
      expect(store.get(key(2))).toBeNull();
      await expect(store.keep(key(2), '{"n":2}')).rejects.toThrow(WriteFailure);
      expect(() => {
        store.keepNow(key(2), '{"n":2}');
      }).toThrow(WriteFailure);
      expect(treeOf(folder)).toEqual(before);
    },
  );

  it('refuses a folder of records that Plenum did not make, whatever is in it, and takes an empty one', () => {
    const records = path.join(folder, 'records');
    mkdirSync(path.join(records, 'ab'), { recursive: true });
    for (const name of ['photo.jpg', `ab/${'ab'.repeat(32)}.json`, 'plenum.folder', 'notes']) {
      writeFileSync(path.join(records, name), 'mine');
    }
    const before = treeOf(folder);
    const answer = openRecordStore(folder);
    expect(answer).toMatchObject({ ok: false, fault: { file: records } });
    expect(JSON.stringify(answer)).toContain('did not make');
    expect(treeOf(folder)).toEqual(before);
    rmSync(records, { recursive: true });
    mkdirSync(records);
    opened().keepNow(key(1), '1');
    expect(opened().get(key(1))).toBe('1');
  });

  it('makes no folder anew that was there and is gone, and tells which records the disk has no more', async () => {
    await filled();
    const store = opened();
    expect(store.lost()).toEqual([]);
    rmSync(fileOf(key(2)));
    expect(store.lost()).toEqual([key(2)]);
    for (const what of ['records', '.']) {
      rmSync(path.join(folder, what === '.' ? '' : what), { recursive: true });
      await expect(store.keep(key(4), '4')).rejects.toThrow('not there any more');
      expect(store.lost().length).toBe(3);
      expect(existsSync(path.join(folder, 'records'))).toBe(false);
    }
    mkdirSync(path.join(folder, 'records'), { recursive: true });
    await expect(store.keep(key(4), '4')).rejects.toThrow('another folder than when Plenum began');
  });

  it('takes a record that begins otherwise than its format says for a foreign one', async () => {
    await filled();
    const store = opened({ accepts: (_, text) => text.startsWith('{"n":1') });
    expect([...store.keys()]).toEqual([key(1)]);
    expect(store.warnings).toHaveLength(2);
  });

  it('counts the files set aside beyond the twentieth', async () => {
    const store = opened();
    const keys = Array.from({ length: 23 }, (_, n) => key(n));
    await Promise.all(keys.map((one) => store.keep(one, '1')));
    for (const one of keys) writeFileSync(fileOf(one), '');
    const { warnings } = opened();
    expect(warnings).toHaveLength(21);
    expect(warnings[20]).toMatch(/^3 more files in /);
  });

  it('removes what writers left unfinished that are gone, and nobody else’s', async () => {
    await filled();
    const shard = path.dirname(fileOf(key(1)));
    const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
    // No process has this number: Linux' greatest is 4194304.
    const gone = `.plenum.${host}.4999999.0123456789abcdef.tmp`;
    const running = `.plenum.${host}.${process.ppid}.0123456789abcdef.tmp`;
    const elsewhere = `.plenum.another-host.4999999.0123456789abcdef.tmp`;
    const longAgo = `.plenum.another-host.4999999.fedcba9876543210.tmp`;
    for (const name of [gone, running, elsewhere, longAgo]) writeFileSync(path.join(shard, name), 'half');
    utimesSync(path.join(shard, longAgo), new Date(0), new Date(0));
    expect(opened().warnings).toEqual([]);
    expect(readdirSync(shard).sort()).toEqual([elsewhere, running, `${key(1)}.json`].sort());
  });

  it('refuses a folder that it cannot read, with its path and a remedy', async () => {
    await filled();
    rmSync(path.dirname(fileOf(key(1))), { recursive: true });
    writeFileSync(path.join(folder, 'records-file'), '');
    const answer = openRecordStore(path.join(folder, 'records-file'));
    expect(answer).toMatchObject({
      ok: false,
      fault: { file: path.join(folder, 'records-file/records'), value: 'a file, where a folder is needed' },
    });
    expect(JSON.stringify(answer)).toContain('"remedy"');
  });

  it.skipIf(process.getuid?.() === 0)('refuses a record that it may not read', async () => {
    await filled();
    chmodSync(fileOf(key(1)), 0);
    expect(openRecordStore(folder)).toMatchObject({
      ok: false,
      fault: { file: fileOf(key(1)), value: 'no permission to read' },
    });
  });

  it('writes under no name but a key', async () => {
    await expect(opened().keep('../../etc/passwd', '1')).rejects.toThrow('is no key');
    expect(() => opened().get('ab')).toThrow('is no key');
  });
});

describe('a record store that reads what is asked for', () => {
  it('reads no other record, so that a damaged one is met by nobody who does not ask for it', async () => {
    await filled();
    writeFileSync(fileOf(key(2)), 'damaged');
    const store = opened({ reading: 'asked' });
    expect(store.keys().size).toBe(0);
    expect([store.get(key(1)), store.get(key(9))]).toEqual(['{"n":1}', null]);
    expect([[...store.keys()], store.warnings]).toEqual([[key(1)], []]);
    expect(readFileSync(fileOf(key(2)), 'utf8')).toBe('damaged');
    expect(store.get(key(2))).toBeNull();
    expect(readFileSync(asideOf(key(2)), 'utf8')).toBe('damaged');
    expect(store.warnings).toHaveLength(1);
    await store.keep(key(2), '{"n":2}');
    expect(opened().get(key(2))).toBe('{"n":2}');
  });

  it('opens a folder in which another key’s folder cannot be read', async () => {
    await filled();
    rmSync(path.dirname(fileOf(key(3))), { recursive: true });
    symlinkSync(key(3).slice(0, 2), path.dirname(fileOf(key(3))));
    expect(openRecordStore(folder).ok).toBe(false);
    expect(opened({ reading: 'asked' }).get(key(1))).toBe('{"n":1}');
  });
});

describe('a record store that only names what is damaged', () => {
  it('changes nothing in the folder, and says each file once', async () => {
    await filled();
    const shard = path.dirname(fileOf(key(2)));
    writeFileSync(fileOf(key(2)), 'damaged');
    writeFileSync(path.join(shard, 'notes.txt'), 'mine');
    writeFileSync(path.join(shard, '.plenum.another-host.1.0123456789abcdef.tmp'), 'half');
    utimesSync(path.join(shard, '.plenum.another-host.1.0123456789abcdef.tmp'), new Date(0), new Date(0));
    const before = readdirSync(folder, { recursive: true }).sort();
    const store = opened({ damaged: 'named' });
    expect([store.get(key(2)), store.get(key(2)), store.get(key(1))]).toEqual([null, null, '{"n":1}']);
    expect(store.warnings.toSorted()).toEqual(
      [
        `${fileOf(key(2))} is not what was written, so its run counts as not made. It is set aside when the study is next run.`,
        `In ${path.join(folder, 'records')}, no records and left as they are: ${path.basename(shard)}/notes.txt.`,
      ].sort(),
    );
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
    expect(readFileSync(fileOf(key(2)), 'utf8')).toBe('damaged');
  });

  it('counts those beyond the twentieth', async () => {
    const keys = Array.from({ length: 23 }, (_, n) => key(n));
    await Promise.all(keys.map((one) => opened().keep(one, '1')));
    for (const one of keys) writeFileSync(fileOf(one), '');
    expect(opened({ damaged: 'named' }).warnings[20]).toBe(
      `3 more files in ${path.join(folder, 'records')} are no whole records.`,
    );
  });
});

describe('a record store of another name', () => {
  it('keeps its records in a folder of that name, beside the others', async () => {
    await filled();
    await opened({ name: 'parts' }).keep(key(4), '{"n":4}');
    expect([...opened({ name: 'parts' }).keys()]).toEqual([key(4)]);
    expect(opened().keys().size).toBe(3);
    expect(existsSync(path.join(folder, 'parts', key(4).slice(0, 2), `${key(4)}.json`))).toBe(true);
  });
});

describe('a record store on a full disk', () => {
  const full = (fails: (n: number) => boolean): RecordStore => {
    let count = 0;
    const write: typeof FILE_SYSTEM.write = (file, content) => {
      if (fails(count++)) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return FILE_SYSTEM.write(file, content);
    };
    const answer = openRecordStore(folder, { steps: { ...FILE_SYSTEM, write } });
    if (!answer.ok) throw new Error('refused');
    return answer.store;
  };

  it('fails the records that do not fit, keeps the others and those before', async () => {
    await filled();
    const store = full((n) => n % 2 === 0);
    const kept = await Promise.allSettled([4, 5, 6, 1].map((n) => store.keep(key(n), `{"n":"${n}"}`)));
    expect(kept.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect((kept[0] as PromiseRejectedResult).reason).toBeInstanceOf(WriteFailure);
    expect((kept[0] as PromiseRejectedResult).reason).toMatchObject({
      path: fileOf(key(4)),
      cause: { code: 'ENOSPC' },
    });
    expect(() => {
      full(() => true).keepNow(key(7), '1');
    }).toThrow(WriteFailure);
    expect(opened().warnings).toEqual([]);
    expect([...opened().keys()].sort()).toEqual([1, 2, 3, 5].map(key).sort());
    expect(opened().get(key(1))).toBe('{"n":"1"}');
  });

  it('leaves no unfinished file where a flush or a rename fails', async () => {
    for (const failing of ['flush', 'rename'] as const) {
      const fail = (): never => {
        throw Object.assign(new Error('quota'), { code: 'EDQUOT' });
      };
      const answer = openRecordStore(folder, { steps: { ...FILE_SYSTEM, [failing]: fail } });
      if (!answer.ok) throw new Error('refused');
      await expect(answer.store.keep(key(1), '1')).rejects.toThrow(WriteFailure);
      expect(readdirSync(path.dirname(fileOf(key(1))))).toEqual([]);
    }
  });
});
