import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Template } from '../../../models/families/templates/template.js';
import { TemplatesSolver } from '../../../src/families/templates/methods/solve-templates.js';
import { chunksOf, solveChunk, type SolvedTemplate } from '../../../src/families/templates/runs/chunks.js';
import { databaseBytes } from '../../../src/families/templates/runs/write-database.js';
import { type Json, plenum, plenumDetails, unexpectedNulls, withDetails } from '../../support/run-cli.js';
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
    const { code, json, stderr } = await plenumDetails('templates', 'check', file);
    expect([code, stderr]).toEqual([0, '']);
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
    const { stdout } = await plenum('templates', 'check', file);
    expect(stdout).toContain('Nothing is broken');
    expect(stdout).toContain('state 3 lacks 100 W');
  });

  it('passes cores that are rounded up as the database says, and tells the limits that they break', async () => {
    const instance = join(newDirectory(), 'instance.json');
    writeFileSync(instance, JSON.stringify(unmixed()));
    const file = join(newDirectory(), 'templates.sqlite');
    expect((await plenum('templates', 'build', instance, '--out', file, '--rounding', 'ceiling')).code).toBe(0);
    const { code, json } = await plenumDetails('templates', 'check', file);
    expect(code).toBe(0);
    expect(json).toMatchObject({ feasible: null, violations: [], broken: 0, rounding: 'ceiling' });
    const stated = json['statedLimits'] as readonly { readonly constraint: string; readonly states: number }[];
    const effects = (await plenumDetails('templates', 'info', file)).json['roundingEffects'] as {
      readonly ceiling: { readonly power: { readonly count: number } };
    };
    expect(stated.find(({ constraint }) => constraint === 'powerLimit')?.states).toBe(effects.ceiling.power.count);
    const { stdout } = await plenum('templates', 'check', file);
    expect(stdout).toContain('Nothing is broken but what rounding up breaks, as stated');
    expect(stdout).toContain('NOT FOR USE: cores rounded up (--rounding ceiling) break ');
  });

  it('lists what is broken, with exit code 3', async () => {
    const file = await databaseWith(({ state, setPointC, powerW }) => ({
      ...(state === 2 ? { setPointC: setPointC + 1 } : {}),
      ...(state >= 20 ? { powerW: powerW * 1.001 } : {}),
    }));
    const { code, json } = await plenumDetails('templates', 'check', file);
    expect(code).toBe(3);
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
    const { stdout } = await plenum('templates', 'check', file);
    expect(stdout).toContain('BROKEN: 5 of 24 templates');
    expect(stdout).toMatch(/state 2: .*26/);
  });

  it('shows 20 faults and counts all', async () => {
    const file = await databaseWith(({ workPerS, tasksPerJ }) => ({
      workPerS: workPerS + 1,
      tasksPerJ: tasksPerJ * 2,
    }));
    const { json } = await plenumDetails('templates', 'check', file);
    expect(json['violations']).toHaveLength(20);
    const kinds = json['faultKinds'] as { faults: number }[];
    expect(kinds.reduce((sum, { faults }) => sum + faults, 0)).toBeGreaterThan(40);
  });

  it('looks at a sample where asked: the same one for a seed', async () => {
    const broken = new Set([3, 9, 15]);
    const file = await databaseWith(({ state, powerW }) => (broken.has(state) ? { powerW: powerW + 1 } : {}));
    const run = async (...words: string[]): Promise<Json> => {
      const { json } = await plenumDetails('templates', 'check', file, ...words);
      return { ...json, timeS: null };
    };
    expect(await run('--sample', '8')).toEqual(await run('--sample', '8', '--seed', '1'));
    expect(await run('--sample', '8', '--seed', '2')).toMatchObject({ checked: 8, sample: { size: 8, seed: 2 } });
    expect(await run('--sample', '500')).toMatchObject({ checked: 24, sample: null, broken: 3 });
    const { stdout } = await plenum('templates', 'check', file, '--sample', '8');
    expect(stdout).toContain(`8 of 24 templates of ${TINY}, drawn by seed 1.`);
  });

  it('refuses what is no database, or a file in the place of the instance', async () => {
    const { code, json } = await plenumDetails('templates', 'check', 'package.json');
    expect(code).toBe(2);
    expect(json['error']).toBe('badInput');
    const file = await untouched();
    const other = await plenum('templates', 'check', file, '--instance', 'instances/templates/tiny-set-point.json');
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('tiny-set-point');
    const own = await plenum('templates', 'check', file, '--instance', 'instances/templates/tiny-two-quadrants.json');
    // The bundled file has the same content in other bytes.
    expect([own.code, own.stderr.includes('another version')]).toEqual([2, true]);
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
    expect((await plenum('templates', 'build', instance, '--out', file, '--workers', '1')).code).toBe(0);

    const without = await plenum('templates', 'check', file);
    expect([without.code, without.stderr.includes('--instance')]).toEqual([2, true]);
    expect((await plenumDetails('templates', 'check', file, '--instance', instance)).json).toMatchObject({
      feasible: true,
      checked: 24,
      infeasible: 6,
    });
    const coverage = await plenumDetails('templates', 'coverage', file, '--instance', instance, '--samples', '3');
    expect(coverage.json).toMatchObject({ sampling: { samples: 3 } });
    // Whatever its name is, the file of matrices is no place for results.
    const twin = join(directory, 'samples.csv');
    linkSync(matrices, twin);
    const words = ['templates', 'coverage', file, '--instance', instance, '--samples', '3', '--out', directory];
    expect((await plenum(...words)).code).toBe(2);
    expect(readFileSync(twin, 'utf8')).toBe(readFileSync(matrices, 'utf8'));
    rmSync(twin);
    // The same instance with other air is another room.
    writeFileSync(matrices, `${readFileSync(matrices, 'utf8')}\n`);
    expect((await plenum('templates', 'check', file, '--instance', instance)).code).toBe(2);
  });
});

describe('plenum templates coverage', () => {
  it('counts, samples and ranks, the same for a seed', async () => {
    const file = await untouched();
    const out = join(newDirectory(), 'coverage');
    const { code, json } = await plenumDetails(
      'templates',
      'coverage',
      file,
      '--samples',
      '30',
      '--seed',
      '5',
      '--out',
      out,
    );
    expect(code).toBe(0);
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
    const again = await plenumDetails('templates', 'coverage', file, '--samples', '30', '--seed', '5');
    expect({ ...again.json, timeS: null, files: null }).toEqual({ ...json, timeS: null, files: null });
  });

  it('can do without samples', async () => {
    const { code, json } = await plenumDetails('templates', 'coverage', await untouched(), '--samples', '0');
    expect(code).toBe(0);
    expect(json).toMatchObject({ sampling: { samples: 0, outcomes: null, asSet: null, regret: null }, refinement: [] });
    const { stdout } = await plenum('templates', 'coverage', await untouched(), '--samples', '0');
    expect(stdout).toContain('6 of 24 states are infeasible');
    expect(stdout).toContain('No states were sampled');
  });

  it('writes nothing where it may not', async () => {
    const file = await untouched();
    const { code } = await plenum('templates', 'coverage', file, '--samples', '0', '--out', file);
    expect(code).toBe(2);
    expect(existsSync(join(file, 'coverage.json'))).toBe(false);
  });
});
