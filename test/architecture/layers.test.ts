import { describe, expect, it } from 'vitest';
import { arrowsBetweenFamilies, breachesOf, roomOf, ROOMS, upwardArrows } from './import-law.js';
import { findCycle, moduleFacts } from './module-facts.js';
import { filesBelow, textOf } from './source-files.js';

/** About 300 is meant; up to this where splitting hurts a reader more than length. */
const MAX_LINES = 400;

const product = [...filesBelow('models', '.ts'), ...filesBelow('src', '.ts')];
const facts = new Map(product.map((file) => [file, moduleFacts(file, textOf(file))]));

describe('import law', () => {
  it('no module imports from a room above it, reads files or the clock where it must not, or draws hidden numbers', () => {
    expect([...facts].flatMap(([file, found]) => breachesOf(file, found))).toEqual([]);
  });

  it('no file lies outside the rooms the law knows', () => {
    expect(product.filter((file) => roomOf(file) === undefined)).toEqual([]);
    expect(ROOMS.filter((room) => !product.some((file) => roomOf(file) === room))).toEqual([]);
  });

  it('no modules of the product or of the benchmarks import each other in a circle, types included', () => {
    const measured = filesBelow('bench', '.ts').map((file) => moduleFacts(file, textOf(file)));
    const imports = [...facts.values(), ...measured].flatMap((found) => found.imports);
    expect(findCycle(imports)).toBeNull();
    expect(measured.length).toBeGreaterThan(10);
  });

  it('no arrow leads up, none leads from family to family', () => {
    const imports = [...facts.values()].flatMap((found) => found.imports);
    const upward = upwardArrows(imports);
    const between = arrowsBetweenFamilies(imports);
    const circles = findCycle(imports) === null ? 0 : 1;
    console.info(`import graph: ${upward.length} arrows up, ${circles} circles, ${between.length} between families`);
    expect({ upward, between, circles }).toEqual({ upward: [], between: [], circles: 0 });
  });

  it('only plenum reproduce imports experiments, its words no more of them than the list of papers', () => {
    const imports = [...facts.values()].flatMap((found) => found.imports);
    const outer = imports.filter(
      ({ from, target }) => target.startsWith('src/reproduction/') && !from.startsWith('src/reproduction/'),
    );
    expect(new Set(outer.map(({ from }) => from))).toEqual(
      new Set([
        'src/cli/reproduce-words.ts',
        'src/cli/commands/reproduce.ts',
        'src/cli/commands/reproduce-elsewhere.ts',
      ]),
    );
    const ofWords = outer.filter(({ from }) => from === 'src/cli/reproduce-words.ts').map(({ target }) => target);
    expect(ofWords).toEqual(['src/reproduction/registry.ts']);
  });

  it('the law names no module of a family that its room does not read', () => {
    const unread = ROOMS.flatMap(({ room, declarations = [] }) => {
      const read = product.filter((file) => file.startsWith(room)).flatMap((file) => facts.get(file)!.imports);
      return declarations.filter((one) => !read.some(({ target }) => target.startsWith(one)));
    });
    expect(unread).toEqual([]);
  });

  it('tests draw no hidden random numbers either', () => {
    const tests = filesBelow('test', '.ts');
    const random = tests.filter((file) => moduleFacts(file, textOf(file)).surroundings.includes('Math.random'));
    expect(random).toEqual([]);
    expect(tests.length).toBeGreaterThan(10);
  });

  it(`no file has more than ${MAX_LINES} lines`, () => {
    const long = [...product, ...filesBelow('test', '.ts')].filter(
      (file) => textOf(file).trimEnd().split('\n').length > MAX_LINES,
    );
    expect(long).toEqual([]);
  });
});

describe('the law notices', () => {
  it.each([
    ['models/physics/power/some.ts', "import { solve } from '../../../src/solvers/linear/highs.js';"],
    ['models/physics/power/some.ts', "import type { LpEngine } from '../../../src/solvers/linear/engine.js';"],
    ['models/physics/power/some.ts', "import { rewardRateProblem } from '../../problems/reward-rate/problem.js';"],
    ['models/physics/power/some.ts', "import { x, type Y } from '../../problems/reward-rate/problem.js';"],
    ['models/physics/power/some.ts', "import type { Y } from '../../problems/reward-rate/instance.js';"],
    ['models/physics/power/some.ts', "import { compileFacility } from '../../facility/compiled.js';"],
    ['models/facility/some.ts', "import type { Y } from '../problems/reward-rate/instance.js';"],
    ['models/forms/some.ts', "import type { Zone } from '../physics/thermal/influence-matrix.js';"],
    ['src/solvers/linear/some.ts', "import type { Plan } from '../../../models/families/reward-rate/plan.js';"],
    ['src/solvers/linear/some.ts', "export * from '../../methods/registry.js';"],
    ['src/methods/some.ts', "import { checkPlan } from '../check/check-plan.js';"],
    ['src/methods/some.ts', "import { createModel } from 'highs';"],
    ['models/physics/power/some.ts', "const { createModel } = await import('highs');"],
    ['src/methods/some.ts', "import { readFileSync } from 'node:fs';"],
    ['src/methods/some.ts', "import { readFileSync } from 'fs';"],
    ['src/methods/some.ts', "const fs = await import('node:fs');"],
    ['src/methods/some.ts', 'const load = (name: string) => import(name);'],
    ['src/methods/some.ts', 'const t = Date.now();'],
    ['src/methods/some.ts', 'const t = performance.now();'],
    ['src/methods/some.ts', 'const t = globalThis.performance.now();'],
    ['src/methods/some.ts', 'const { now } = performance;'],
    ['src/methods/some.ts', 'const t = new Date();'],
    ['src/methods/some.ts', "const home = process.env['HOME'];"],
    ['src/runs/some.ts', 'const x = Math.random();'],
    ['src/runs/some.ts', "const x = Math['random']();"],
    ['src/runs/some.ts', "import { EXIT } from '../cli/exit-codes.js';"],
    ['src/runs/some.ts', "import { renderReport } from '../reports/report.js';"],
    ['src/reports/some.ts', "import { OBJECTIVE_UNIT } from '../runs/solve.js';"],
    ['src/families/geo/report/some.ts', "import { OBJECTIVE_UNIT } from '../runs/solve.js';"],
    ['src/families/geo/methods/some.ts', "import { checkGeoPlan } from '../check/check-geo-plan.js';"],
    ['src/families/geo/check/some.ts', "import { parsePlanFile } from '../runs/open.js';"],
    ['src/reports/some.ts', "import type { GeoInstance } from '../../models/families/geo/instance.js';"],
    ['src/reports/some.ts', "import { REWARD_RATE_FORMAT } from '../../models/families/reward-rate/instance.js';"],
    ['src/instances/some.ts', "import { METHODS } from '../methods/registry.js';"],
    ['src/families/geo/some.ts', "import { ROBUST } from '../robust/family.js';"],
    ['src/families/geo/some.ts', "import type { Y } from '../robust/words.js';"],
    ['src/families/geo/some.ts', "import { check } from '../../workbench/check.js';"],
    ['src/families/geo/some.ts', "import { EXIT } from '../../cli/exit-codes.js';"],
    ['src/families/geo/some.ts', "import { readFileSync } from 'node:fs';"],
    ['src/workbench/some.ts', "import { GEO } from '../families/geo/family.js';"],
    ['src/workbench/some.ts', "import { renderReport } from '../reports/report.js';"],
    ['src/workbench/some.ts', "import { METHODS } from '../methods/registry.js';"],
    ['src/cli/some.ts', "import { geoParts } from '../families/geo/parts.js';"],
    ['src/runs/some.ts', "import { FAMILIES } from '../families/registry.js';"],
    ['src/cli/some.ts', "import { ROOT } from '../../test/architecture/source-files.js';"],
    ['src/families/geo/some.ts', "import { figureNames } from '../../reproduction/registry.js';"],
    ['src/workbench/some.ts', "import { figureNames } from '../reproduction/registry.js';"],
    ['src/reproduction/some.ts', "import { solveOpenedGeo } from '../families/geo/runs/solve.js';"],
    ['src/reproduction/chapter-4/some.ts', "import { geoBound } from '../../families/geo/methods/bound.js';"],
    ['src/reproduction/chapter-4/some.ts', "import { figureData } from '../chapter-3/data.js';"],
    ['src/somewhere-new/some.ts', "import { METHODS } from '../methods/registry.js';"],
  ])('%s: %s', (file, text) => {
    expect(breachesOf(file, moduleFacts(file, text))).toHaveLength(1);
  });

  it.each([
    ['models/physics/power/some.ts', "import type { NodeType } from '../../facility/facility.js';"],
    ['models/physics/power/some.ts', "import { type NodeType } from '../../facility/facility.js';"],
    ['models/families/some.ts', "import { pStateTable } from '../physics/power/p-states.js';"],
    ['src/solvers/linear/some.ts', "import type { LinearProgram } from '../../../models/forms/linear-program.js';"],
    ['src/reports/some.ts', "import type { RunRecord } from '../runs/result.js'; import * as e from 'echarts/core';"],
    ['src/instances/some.ts', "import { readFileSync } from 'node:fs';"],
    ['src/methods/some.ts', 'const day = new Date(0); const process = 3; const time = { now: process };'],
    ['src/families/registry.ts', "import { GEO } from './geo/family.js';"],
    ['src/families/geo/some.ts', "import { parts } from './parts.js'; import type { Family } from '../family.js';"],
    ['src/workbench/some.ts', "import { FAMILIES } from '../families/registry.js'; import 'node:fs';"],
    [
      'src/reproduction/chapter-4/some.ts',
      "import { solve } from '../../library/index.js'; import { table } from '../tables.js';",
    ],
    ['src/cli/some.ts', "import { METHODS } from '../methods/registry.js'; const t = performance.now();"],
  ])('and lets pass %s: %s', (file, text) => {
    expect(breachesOf(file, moduleFacts(file, text))).toEqual([]);
  });

  it('a circle of three modules', () => {
    const edge = (from: string, target: string): { from: string; target: string } => ({ from, target });
    expect(findCycle([edge('a', 'b'), edge('b', 'c'), edge('b', 'd'), edge('d', 'b')])).toEqual(['b', 'd', 'b']);
    expect(findCycle([edge('a', 'b'), edge('a', 'c'), edge('b', 'c')])).toBeNull();
  });
});
