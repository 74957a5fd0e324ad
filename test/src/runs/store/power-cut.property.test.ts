import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openRecordStore } from '../../../../src/runs/store/open-record-store.js';
import type { WriteSteps } from '../../../../src/runs/store/write-steps.js';
import { fuzzCount } from '../../../support/fuzz.js';

/** A disk in memory that says what a power cut may leave: only what was flushed is sure. */
class Disk {
  /** Content by file, and whether it was flushed. */
  readonly files = new Map<string, { content: Uint8Array; flushed: boolean }>();
  /** Renames that no flush of their folder has followed: target, and what it was before. */
  readonly unsure = new Map<string, { content: Uint8Array; flushed: boolean } | null>();
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Nothing happens any more once the power is cut. */
  #step(): void {
    if (this.#left-- <= 0) throw Object.assign(new Error('cut'), { code: 'EIO' });
  }

  readonly steps: WriteSteps = {
    write: (file, content) => {
      this.#step();
      this.files.set(file, { content, flushed: false });
      this.#open.push(file);
      return this.#open.length - 1;
    },
    flush: async (descriptor) => {
      await Promise.resolve();
      this.#step();
      const file = this.files.get(this.#open[descriptor]!);
      if (file !== undefined) file.flushed = true;
    },
    rename: (from, to) => {
      this.#step();
      if (!this.unsure.has(to)) this.unsure.set(to, this.files.get(to) ?? null);
      this.files.set(to, this.files.get(from)!);
      this.files.delete(from);
    },
    flushFolder: (folder) => {
      if (this.#left-- <= 0) return new Promise(() => undefined);
      for (const target of this.unsure.keys()) if (path.dirname(target) === folder) this.unsure.delete(target);
      return Promise.resolve();
    },
    remove: (file) => {
      this.#step();
      this.files.delete(file);
    },
  };
  readonly #open: string[] = [];

  /** Writing of what is left after the cut to a real folder; `keeps` decides what was not sure. */
  leave(keeps: () => boolean): void {
    for (const [target, before] of this.unsure) {
      if (keeps()) continue;
      if (before === null) this.files.delete(target);
      else this.files.set(target, before);
    }
    for (const [file, { content, flushed }] of this.files) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, flushed || keeps() ? content : content.subarray(0, content.length >> 1));
    }
  }
}

const key = (n: number): string => createHash('sha256').update(String(n)).digest('hex');

it('a power cut at any step loses no record whose storage had ended, and leaves none that is half', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(5), fc.nat(9)), { minLength: 1, maxLength: 12 }),
      fc.nat(60),
      fc.infiniteStream(fc.boolean()),
      async (writes, cutAfter, chances) => {
        const folder = mkdtempSync(path.join(tmpdir(), 'plenum-power-'));
        try {
          const disk = new Disk(cutAfter);
          const answer = openRecordStore(folder, { steps: disk.steps });
          if (!answer.ok) throw new Error('refused');
          const stored = new Map<string, string>();
          const asked = new Map<string, Set<string>>();
          for (const [n, version] of writes) {
            const text = `{"n":${n},"version":${version}}`;
            asked.set(key(n), (asked.get(key(n)) ?? new Set()).add(text));
            answer.store.keep(key(n), text).then(
              () => stored.set(key(n), text),
              () => undefined,
            );
          }
          for (let turns = 0; turns < 12; turns++) await new Promise((resolve) => setImmediate(resolve));
          disk.leave(() => chances.next().value === true);
          const after = openRecordStore(folder);
          if (!after.ok) throw new Error('refused');
          expect(after.store.warnings).toEqual([]);
          for (const one of stored.keys()) expect(after.store.keys().has(one)).toBe(true);
          for (const one of after.store.keys()) expect(asked.get(one)!.has(after.store.get(one)!)).toBe(true);
          const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
          expect(names.filter((name) => name.includes('set-aside'))).toEqual([]);
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    ),
    { numRuns: fuzzCount(100), seed: 1 },
  );
});
