import { describe, expect, it } from 'vitest';
import { runsIn } from './program-runs.js';
import { filesBelow, textOf } from './source-files.js';

/** Maximum number of places in tests that run the program. Chosen: what only the program shows, once for each way in which it shows it. */
const MAX_RUNS = 200;

describe('the program in tests', () => {
  it('is run from few places: figures and refusals are asked of the library or of the function that gives them (docs/testing.md)', () => {
    const places = filesBelow('test', '.ts')
      .filter((file) => !file.startsWith('test/support/'))
      .map((file) => ({ file, runs: runsIn(file, textOf(file)) }))
      .filter(({ runs }) => runs > 0);
    const total = places.reduce((sum, { runs }) => sum + runs, 0);
    const most = places.toSorted((one, other) => other.runs - one.runs).slice(0, 10);
    expect({ total, most, isFew: total <= MAX_RUNS }).toMatchObject({ isFew: true });
    expect(total).toBeGreaterThan(50);
  });

  it.each([
    ["import { plenum, plenumJson } from './support/run-cli.js';\nawait plenum('list');\nawait plenumJson('list');", 2],
    ["import { program } from './support/program.js';\nconst ran = () => program(['list']);", 1],
    ["import { interruptedJson } from './support/interrupted-run.js';\nawait interruptedJson('solve');", 1],
    ["const { plenum } = await import('./support/run-cli.js');\nawait plenum('list');", 1],
    ["import { type Json } from './support/run-cli.js';\nplenum('list');", 0],
    ["import * as plenum from './library.js';\nplenum.solve('a');\nprogram('b');", 0],
  ])('%s', (text, runs) => {
    expect(runsIn('test/some.test.ts', text)).toBe(runs);
  });
});
