import { describe, expect, it } from 'vitest';
import { linesPastFuzzCount } from './seed-loops.js';
import { filesBelow, textOf } from './source-files.js';

describe('loops over seeds', () => {
  it('go through the fuzz count, and every check of fast-check has a seed (docs/testing.md)', () => {
    const found = filesBelow('test', '.test.ts').flatMap((file) =>
      linesPastFuzzCount(file, textOf(file)).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['for (let seed = 0; seed < 40; seed++) {}', [1]],
    ['for (let seed = 1; seed <= ROOMS; seed++) {}\nconst ROOMS = 40;', [1]],
    ['Array.from({ length: 40 }, (_, n) => drawn({ seed: n }));', [1]],
    ['const SEEDS = Array.from({ length: 40 }, (_, n) => n + 1);', [1]],
    ['Array.from({ length: 40 }, (_, n) => n + 1).flatMap((seed) => drawn(seed));', [1]],
    ['Array.from({ length: 40 }, (_, n) => n).map((k) => tinyRandom(k + 1));', [1]],
    ['Array.from({ length: 40 }, (_, n) => randomHalls(4100 + n, 24));', [1]],
    ["for (let n = 0; n < 40; n++) {\n  randomStream(n, 'a');\n}", [1]],
    ['const SEEDS = Array.from({ length: fuzzCount(40) }, (_, n) => n + 1);', []],
    ['Array.from({ length: fuzzCount(40) }, (_, n) => randomHalls(4100 + n, 24));', []],
    ['Array.from({ length: 40 }, () => random.uniform());', []],
    ['for (let n = 0; n < 40; n++) total += random.uniform(0, n);', []],
    ['fc.assert(property);', [1]],
    ['fc.assert(property, { seed: 1 });\nfc.assert(property, { seed: 1, numRuns: 30 });', [1, 2]],
    ['fc.assert(property, { numRuns: fuzzCount(30) });', [1]],
    ['for (let seed = 0; seed < 4; seed++) {}', []],
    ['for (let seed = 9; seed < 9 + fuzzCount(40); seed++) {}', []],
    ['const ROOMS = fuzzCount(40);\nfor (let seed = 1; seed <= ROOMS; seed++) {}', []],
    ['const RUNS = { seed: 3, numRuns: fuzzCount(30) };\nfc.assert(property, RUNS);', []],
    ['fc.assert(property, { seed: 1, numRuns: fuzzCount(30) });', []],
    ['for (let n = 0; n < 40; n++) {}', []],
  ])('%s', (text, lines) => {
    expect(linesPastFuzzCount('a.test.ts', text)).toEqual(lines);
  });
});
