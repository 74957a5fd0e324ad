import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Template } from '../../../models/families/templates/template.js';
import { TemplatesSolver } from '../../../src/families/templates/methods/solve-templates.js';
import { chunksOf, solveChunk, type SolvedTemplate } from '../../../src/families/templates/runs/chunks.js';
import { databaseBytes } from '../../../src/families/templates/runs/write-database.js';
import { faultsOf } from '../../support/accepted.js';
import { ownAnswer, ownCommand } from '../../support/own-command.js';
import { type Json, unexpectedNulls, withDetails } from '../../support/run-cli.js';
import { once } from '../../support/once.js';
import { newDirectory, type Opened, openedFrom, tinyTemplates, unmixed } from '../../support/templates-database.js';

const TINY = 'tiny-two-quadrants';

function solved({ model }: Opened): SolvedTemplate[] {
  const solver = new TemplatesSolver(model);
  return chunksOf(model.instance.grid)
    .flatMap((chunk) => solveChunk(solver, chunk))
    .sort((one, other) => one.template.state - other.template.state);
}

const tiny = once(() => {
  const opened = openedFrom(tinyTemplates(TINY));
  return Promise.resolve({ opened, templates: solved(opened) });
});

/** A database whose templates were changed before it was written: its digest is right. */
async function databaseWith(change: (template: Template) => Partial<Template>): Promise<string> {
  const { opened, templates } = await tiny();
  const file = join(newDirectory(), 'templates.sqlite');
  const changed = templates.map((one) => ({ ...one, template: { ...one.template, ...change(one.template) } }));
  writeFileSync(file, await databaseBytes({ opened, solved: changed, rounding: 'safe', plenumVersion: 'test' }));
  return file;
}

const untouched = (): Promise<string> => databaseWith(() => ({}));

describe('plenum templates check', () => {
  it('finds nothing wrong with what was built, and says how good it is', async () => {
    const file = await untouched();
    const { ended, record: json, text } = await ownAnswer('templates check', [file]);
    expect(ended).toBe('done');
    expect(json).toMatchObject({
      instance: TINY,
      family: 'templates',
      feasible: true,
      violations: [],
      states: 24,
      sample: null,
      rounding: 'safe',
      checked: 24,
      optimal: 18,
      infeasible: 6,
      broken: 0,
      faultKinds: [],
      roomFaults: 0,
      coresShort: { templates: 0, most: 0 },
    });
    expect(unexpectedNulls(json['details'])).toEqual(['$.sample']);
    const { largest } = json['provenGap'] as { largest: number };
    expect(largest).toBeLessThan(1e-8);
    // State 3: 2.1 kW of running cores under 2 kW.
    const { state, lacksW } = json['nearestToFeasible'] as { state: number; lacksW: number };
    expect([state, lacksW.toFixed(6)]).toEqual([3, '100.000000']);
    expect(text).toContain('Nothing is broken');
    expect(text).toContain('state 3 lacks 100 W');
  });

  it('passes cores that are rounded up as the database says, and tells the limits that they break', async () => {
    const instance = join(newDirectory(), 'instance.json');
    writeFileSync(instance, JSON.stringify(unmixed()));
    const file = join(newDirectory(), 'templates.sqlite');
    await ownAnswer('templates build', [instance], { out: file, rounding: 'ceiling', workers: 1 });
    const { ended, record: json, text } = await ownAnswer('templates check', [file]);
    expect(ended).toBe('done');
    expect(json).toMatchObject({ feasible: null, violations: [], broken: 0, rounding: 'ceiling' });
    const stated = json['statedLimits'] as readonly { readonly constraint: string; readonly states: number }[];
    const effects = (await ownAnswer('templates info', [file])).record['roundingEffects'] as {
      readonly ceiling: { readonly power: { readonly count: number } };
    };
    expect(stated.find(({ constraint }) => constraint === 'powerLimit')?.states).toBe(effects.ceiling.power.count);
    expect(text).toContain('Nothing is broken but what rounding up breaks, as stated');
    expect(text).toContain('NOT FOR USE: cores rounded up (--rounding ceiling) break ');
  });

  it('lists what is broken', async () => {
    const file = await databaseWith(({ state, setPointC, powerW }) => ({
      ...(state === 2 ? { setPointC: setPointC + 1 } : {}),
      ...(state >= 20 ? { powerW: powerW * 1.001 } : {}),
    }));
    const { ended, record: json, text } = await ownAnswer('templates check', [file]);
    expect(ended).toBe('notFeasible');
    expect(json).toMatchObject({ feasible: false, broken: 5 });
    const kinds = json['faultKinds'] as { constraint: string; unit: string; templates: number; worst: Json }[];
    expect(kinds.find(({ constraint, unit }) => constraint === 'claim' && unit === 'W')).toMatchObject({
      templates: 5,
    });
    expect(kinds.find(({ constraint }) => constraint === 'setPointRange')).toMatchObject({
      templates: 1,
      faults: 1,
      worst: { state: 2, unit: 'C', value: 26, limit: 25, amount: 1 },
    });
    expect(text).toContain('BROKEN: 5 of 24 templates');
    expect(text).toMatch(/state 2: .*26/);
  });

  it('shows 20 faults and counts all', async () => {
    const file = await databaseWith(({ workPerS, tasksPerJ }) => ({
      workPerS: workPerS + 1,
      tasksPerJ: tasksPerJ * 2,
    }));
    const { record: json } = await ownAnswer('templates check', [file]);
    expect(json['violations']).toHaveLength(20);
    const kinds = json['faultKinds'] as { faults: number }[];
    expect(kinds.reduce((sum, { faults }) => sum + faults, 0)).toBeGreaterThan(40);
  });

  it('looks at a sample where asked: the same one for a seed', async () => {
    const broken = new Set([3, 9, 15]);
    const file = await databaseWith(({ state, powerW }) => (broken.has(state) ? { powerW: powerW + 1 } : {}));
    const run = (sample: number, seed?: number) => ownAnswer('templates check', [file], { sample, seed });
    const { record, text } = await run(8);
    expect({ ...record, timeS: null }).toEqual({ ...(await run(8, 1)).record, timeS: null });
    expect((await run(8, 2)).record).toMatchObject({ checked: 8, sample: { size: 8, seed: 2 } });
    expect((await run(500)).record).toMatchObject({ checked: 24, sample: null, broken: 3 });
    expect(text).toContain(`8 of 24 templates of ${TINY}, drawn by seed 1.`);
  });

  it('refuses what is no database, or a file in the place of the instance', async () => {
    const said = async (file: string, instance?: string): Promise<string> =>
      JSON.stringify(faultsOf(await ownCommand('templates check', [file], { instance })));
    expect(await said('package.json')).not.toBe('[]');
    const file = await untouched();
    expect(await said(file, 'instances/templates/tiny-set-point.json')).toContain('tiny-set-point');
    // The bundled file has the same content in other bytes.
    expect(await said(file, 'instances/templates/tiny-two-quadrants.json')).toContain('another version');
  });
});

describe('a room with imported air', () => {
  /** Perfectly mixed: everybody breathes every source by its flow, m3/s. */
  const FLOWS = { CRAC1: 3, 'R1/1': 1, 'R2/1': 0.5 };

  it('is checked with the matrices of its instance, not without', async () => {
    const directory = newDirectory();
    const instance = join(directory, 'instance.json');
    const { facility, quadrants, ...rest } = tinyTemplates(TINY, { knownOptimum: undefined });
    const airflow = { source: 'vent-matrices', file: 'vents.csv', nodeAirflowFactor: 1, provenance: 'by hand' };
    const withoutTiles = quadrants.map((quadrant) => ({ ...quadrant, tiles: [] }));
    writeFileSync(instance, JSON.stringify({ ...rest, quadrants: withoutTiles, facility: { ...facility, airflow } }));
    const rows = ['00', '01', '10', '11'].flatMap((vents) =>
      Object.keys(FLOWS).flatMap((sink) =>
        Object.entries(FLOWS).map(([source, flow]) => `${vents},${sink},${source},${flow / 4.5}`),
      ),
    );
    const matrices = join(directory, 'vents.csv');
    writeFileSync(matrices, ['vent_id,sink_id,source_id,w', ...rows, ''].join('\n'));
    const file = join(directory, 'templates.sqlite');
    await ownAnswer('templates build', [instance], { out: file, workers: 1 });

    const without = faultsOf(await ownCommand('templates check', [file]));
    expect(JSON.stringify(without)).toContain('--instance');
    expect((await ownAnswer('templates check', [file], { instance })).record).toMatchObject({
      feasible: true,
      checked: 24,
      infeasible: 6,
    });
    const coverage = await ownAnswer('templates coverage', [file], { instance, samples: 3 });
    expect(coverage.record).toMatchObject({ sampling: { samples: 3 } });
    // Whatever its name is, the file of matrices is no place for results.
    const twin = join(directory, 'samples.csv');
    linkSync(matrices, twin);
    const over = await ownCommand('templates coverage', [file], { instance, samples: 3, out: directory });
    expect(faultsOf(over)).not.toEqual([]);
    expect(readFileSync(twin, 'utf8')).toBe(readFileSync(matrices, 'utf8'));
    rmSync(twin);
    // The same instance with other air is another room.
    writeFileSync(matrices, `${readFileSync(matrices, 'utf8')}\n`);
    expect(faultsOf(await ownCommand('templates check', [file], { instance }))).not.toEqual([]);
  });
});

describe('plenum templates coverage', () => {
  it('counts, samples and ranks, the same for a seed', async () => {
    const file = await untouched();
    const out = join(newDirectory(), 'coverage');
    const { ended, record: json } = await ownAnswer('templates coverage', [file], { samples: 30, seed: 5, out });
    expect(ended).toBe('done');
    expect(json).toMatchObject({
      instance: TINY,
      family: 'templates',
      study: 'coverage',
      seed: 5,
      feasibility: { states: 24, infeasible: 6, vectors: 4, tooHotVectors: 0 },
      sampling: { samples: 30 },
    });
    const { leastPowerW, byPowerLimit } = json['feasibility'] as {
      leastPowerW: Record<string, number>;
      byPowerLimit: unknown;
    };
    // 1.4 (1300 + 600 a + 400 b) W, a and b 0 or 1/2.
    expect(Object.values(leastPowerW).map((value) => value.toFixed(6))).toEqual([
      '1820.000000',
      '2100.000000',
      '2520.000000',
    ]);
    expect(byPowerLimit).toMatchObject([
      { value: 2000, states: 8, infeasiblePower: 6, infeasibleOutlet: 0 },
      { value: 2800, infeasiblePower: 0 },
      { value: 4000, infeasiblePower: 0 },
    ]);
    const refinement = json['refinement'] as { axis: string; gainHalved: { mean: number } }[];
    expect(refinement.map(({ axis }) => axis).sort()).toEqual([
      'arriving work',
      'power limit',
      'running cores of Q1',
      'running cores of Q2',
    ]);
    const gains = refinement.map(({ gainHalved }) => gainHalved.mean);
    expect(gains).toEqual([...gains].sort((a, b) => b - a));
    const vectors = readFileSync(join(out, 'running-cores.csv'), 'utf8').trim().split('\r\n');
    expect(vectors[0]).toBe(
      'runningCores Q1,runningCores Q2,leastPowerW,enoughW,setPointC,excessC,opening Q1,opening Q2',
    );
    expect(vectors.slice(1).map((line) => line.split(',').slice(0, 4).map(Number).map(Math.round).join())).toEqual([
      '0,0,1820,2000',
      '0,10,2100,2800',
      '20,0,2240,2800',
      '20,10,2520,2800',
    ]);
    expect(readFileSync(join(out, 'samples.csv'), 'utf8').trim().split('\r\n')).toHaveLength(31);
    const kept = withDetails(JSON.parse(readFileSync(join(out, 'coverage.json'), 'utf8')) as Json);
    expect({ ...kept, timeS: null }).toEqual({ ...json, timeS: null });
    const again = await ownAnswer('templates coverage', [file], { samples: 30, seed: 5 });
    expect({ ...again.record, timeS: null, files: null }).toEqual({ ...json, timeS: null, files: null });
  });

  it('can do without samples', async () => {
    const { ended, record: json, text } = await ownAnswer('templates coverage', [await untouched()], { samples: 0 });
    expect(ended).toBe('done');
    expect(json).toMatchObject({ sampling: { samples: 0, outcomes: null, asSet: null, regret: null }, refinement: [] });
    expect(text).toContain('6 of 24 states are infeasible');
    expect(text).toContain('No states were sampled');
  });

  it('writes nothing where it may not', async () => {
    const file = await untouched();
    expect(faultsOf(await ownCommand('templates coverage', [file], { samples: 0, out: file }))).not.toEqual([]);
    expect(existsSync(join(file, 'coverage.json'))).toBe(false);
  });
});
