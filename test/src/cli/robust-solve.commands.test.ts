import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RobustEvaluation } from '../../../models/families/robust/outcome.js';
import type { RobustGoal, RobustPlan } from '../../../models/families/robust/plan.js';
import { ROBUST_METHODS } from '../../../src/families/robust/methods/registry.js';
import { chance } from '../../../src/families/robust/runs/caution.js';
import { plenum, plenumJson, withDetails } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { readJson, robustFile, robustInstance, solveRobust as solve, timeless, TINY } from './robust-cases.js';

const GOALS: readonly RobustGoal[] = ['mo-ec', 'eo-mc'];
const NAMES = ROBUST_METHODS.map(({ name }) => name);
/** What the knownOptimum leaves to rounding. */
const ROUNDING = 1e-9;

function atMost(value: number, limit: number): boolean {
  return value <= limit + ROUNDING * Math.max(1, Math.abs(limit));
}

describe('solve of every tiny instance by every method', () => {
  test.each(TINY)('%s: no plan is above the optimum, no bound below it', async (name) => {
    const { knownOptimum } = robustInstance(name);
    const wrong: unknown[] = [];
    for (const goal of GOALS) {
      const best = goal === 'mo-ec' ? knownOptimum!.makespanZ : knownOptimum!.energyZ;
      for (const method of NAMES) {
        const words = ['--method', method, '--problem', goal, '--work-limit', '5'];
        const { code, json, stderr } = await solve(robustFile(name), ...words);
        const z = goal === 'mo-ec' ? json.psi!.z : json.phi!.z;
        const right =
          best === null
            ? !json.feasible && code !== 0 && json.gap === null
            : (!json.feasible || atMost(z, best)) &&
              json.infeasibility === null &&
              json.boundZ !== null &&
              atMost(best, json.boundZ);
        const explained = json.feasible === (code === 0) && [0, 3, 4].includes(code) && stderr === '';
        const reasoned = json.violations.length > 0 === !json.feasible;
        if (!right || !explained || !reasoned) wrong.push({ method, goal, code, best, z, json, stderr });
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the methods of the thesis find the best plan of an instance of three tasks', async () => {
    const { knownOptimum } = robustInstance('tiny-fits-one-node');
    for (const method of ['tabu', 'ga', 'gals']) {
      const { json } = await solve(robustFile('tiny-fits-one-node'), '--method', method, '--work-limit', '20');
      expect(json.psi!.z).toBeCloseTo(knownOptimum!.makespanZ!, 9);
    }
  });
});

/** Without the header. */
function csvRows(name: string): string[][] {
  const [, ...lines] = readFileSync(name, 'utf8').trim().split('\r\n');
  return lines.map((line) => line.split(','));
}

/** Finds a plan at once. */
const SHORT = ['--method', 'ga', '--work-limit', '2'];

describe('the answer of solve', () => {
  const file = robustFile('tiny-fits-one-node');

  test('--json and result.json agree, and every file is there', async () => {
    const out = join(temporaryDirectory(), 'out');
    const { code, json, stderr } = await solve(file, ...SHORT, '--out', out);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const stored = readJson(join(out, 'result.json'));
    expect(withDetails(stored)).toMatchObject(json);
    for (const name of Object.values(json.files)) expect(existsSync(name)).toBe(true);
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['plan.csv', 'plan.json', 'result.json']));
    expect(csvRows(join(out, 'plan.csv'))).toHaveLength(3);
    const { nodes } = (stored['report'] as { evaluation: RobustEvaluation }).evaluation;
    for (const { node, finishMeanS, finishSdS } of nodes) {
      for (const [core, meanS] of finishMeanS.entries()) {
        const rows = csvRows(join(out, 'plan.csv')).filter((row) => row[1] === node && row[2] === String(core));
        expect(rows.reduce((sum, row) => sum + Number(row[5]), 0)).toBeCloseTo(meanS, 9);
        expect(rows.reduce((sum, row) => sum + Number(row[6]) ** 2, 0)).toBeCloseTo(finishSdS[core]! ** 2, 9);
      }
    }
    // The bound's first question comes before the search.
    const phases = ['load', 'model', 'bound', 'method', 'check', 'total'];
    expect(Object.keys(json.timeS)).toEqual(phases);
  });

  test('the objective is the one check finds for the plan', async () => {
    const out = join(temporaryDirectory(), 'out');
    for (const goal of GOALS) {
      for (const method of ['lagrange', 'ga', 'min-min-pmin']) {
        const { json } = await solve(file, '--method', method, '--problem', goal, '--work-limit', '3', '--out', out);
        const checked = await plenumJson('check', file, join(out, 'plan.json'));
        expect(checked.code).toBe(json.feasible ? 0 : 3);
        const { objective, psi, phi, jointPsiLog10, energyMeanJ, energySdJ, energyUntilLastCore } = json;
        const figures = { psi, phi, jointPsiLog10, energyMeanJ, energySdJ, energyUntilLastCore };
        expect(checked.json).toMatchObject({ objective, details: figures });
        expect(energyUntilLastCore!.energyMeanJ - energyUntilLastCore!.excessJ).toBeCloseTo(energyMeanJ!, 6);
        expect(json.gap).toBe(json.feasible ? Math.abs(json.bound! - objective!) / json.bound! : null);
        const { claimed } = JSON.parse(readFileSync(join(out, 'plan.json'), 'utf8')) as RobustPlan;
        expect(claimed.makespanZ).toBeCloseTo(psi!.z, 9);
        expect(claimed.energyZ).toBeCloseTo(phi!.z, 9);
      }
    }
  });

  test('one caution tells Psi and phi from chances to promise', async () => {
    for (const method of ['lagrange', 'min-min-pmin']) {
      const { json } = await solve(file, '--method', method, '--work-limit', '5');
      const cautions = json.warnings.filter((text) => text.includes('Before promising'));
      expect(cautions).toHaveLength(1);
      expect(cautions[0]).toContain('plenum simulate');
      expect(cautions[0]).toContain(`probability ${chance(json.jointPsiLog10!)},`);
      const { energyRobustness } = json.energyUntilLastCore!;
      expect(cautions[0]).toContain(`probability ${chance(Math.log10(energyRobustness.probability))}, if energy`);
      expect(energyRobustness.z).toBeLessThan(json.phi!.z);
    }
    const { stdout, stderr } = await plenum('solve', file, ...SHORT);
    expect(stderr.match(/^Note: .*Before promising/gm)).toHaveLength(1);
    expect(stdout).not.toContain('Before promising');
  });

  test('summary, report and check lead with all cores in time and the budget until the last core, then Psi and phi', async () => {
    const out = join(temporaryDirectory(), 'out');
    const { stdout } = await plenum('solve', file, ...SHORT, '--out', out);
    const order = (text: string, ...marks: readonly string[]): number[] => {
      const places = marks.map((mark) => text.indexOf(mark));
      expect(places).not.toContain(-1);
      return places;
    };
    const isRising = (places: readonly number[]): boolean => places.every((at, n) => n === 0 || at > places[n - 1]!);
    const summary = order(stdout, '\nall cores in time ', '\nbudget kept ', '\nPsi ', '\nphi ', '\nupper bound');
    expect(isRising(summary)).toBe(true);
    expect(stdout.match(/thesis' measure/g)).toHaveLength(2);
    const html = readFileSync(join(out, 'report.html'), 'utf8');
    const heads = ['data-field="allInTime"', 'data-field="budgetUntilLastCore"', 'data-field="objective"'];
    expect(isRising(order(html, ...heads))).toBe(true);
    const checked = await plenum('check', file, join(out, 'plan.json'));
    const lines = ['\nAll cores in time: ', '\nUntil the last core of every node is done: ', '\nPsi ', '\nphi '];
    expect(isRising(order(checked.stdout, ...lines))).toBe(true);
  });

  test('the summary shows the figures of the record', async () => {
    const { json } = await solve(file, ...SHORT, '--problem', 'eo-mc');
    const { stdout } = await plenum('solve', file, ...SHORT, '--problem', 'eo-mc');
    const lineOf = (label: string): string => new RegExp(`^${label} +(.*)$`, 'm').exec(stdout)![1]!;
    expect(lineOf('phi')).toContain(`${json.phi!.probability.toFixed(6)} (z ${json.phi!.z.toFixed(4)})`);
    expect(lineOf('upper bound')).toContain(json.bound!.toFixed(6));
    expect(lineOf('energy above it')).toBe(`${(100 * json.energyGap!).toFixed(2)} %`);
    expect(json.psiGap).toBeNull();
  });

  test('--no-bound proves none, and says that there is none', async () => {
    const { json } = await solve(file, '--method', 'tabu', '--work-limit', '2', '--no-bound');
    expect(json).toMatchObject({ bound: null, boundZ: null, gap: null, gapReason: 'no bound was computed' });
  });

  test('infinite quantiles are words in text and 1e308 in JSON', async () => {
    const out = join(temporaryDirectory(), 'out');
    const { json } = await solve(robustFile('tiny-zero-variance'), ...SHORT, '--out', out);
    expect(json.psi).toEqual({ z: 1e308, probability: 1, complement: 0 });
    const { stdout } = await plenum('solve', robustFile('tiny-infeasible'), '--method', 'min-energy');
    expect(stdout).toContain('z -infinite');
    expect(stdout).not.toMatch(/\d{40}|e\+30|NaN/);
    const { trajectory } = readJson(join(out, 'result.json'))['report'] as { trajectory: { incumbent: unknown }[] };
    expect(trajectory.at(-1)!.incumbent).toBe(1e308);
  });
});

describe('a run that is repeated', () => {
  const file = robustFile('tiny-printed-variance');

  test.each(NAMES)('%s gives the same bytes for the same work limit and seed', async (method) => {
    const texts: string[] = [];
    const out = join(temporaryDirectory(), 'out');
    for (let run = 0; run < 2; run++) {
      await plenum('solve', file, '--method', method, '--work-limit', '3', '--seed', '7', '--out', out);
      const files = ['plan.json', 'plan.csv', 'result.json'];
      texts.push(files.map((name) => timeless(readFileSync(join(out, name), 'utf8'))).join('\n'));
    }
    expect(texts[1]).toBe(texts[0]);
  });

  test.each(['lagrange', 'tabu', 'ga', 'gals', 'min-min-balance'])(
    '%s cut short by time gives the same plan with its steps as work limit',
    async (method) => {
      const [first, again] = [join(temporaryDirectory(), 'out'), join(temporaryDirectory(), 'again')];
      const timed = await solve(file, '--method', method, '--time-limit', '0', '--out', first);
      expect(timed.json.termination).toBe('timeLimit');
      const steps = String(timed.json.work['steps']);
      const replayed = await solve(file, '--method', method, '--work-limit', steps, '--out', again);
      expect(replayed.json).toMatchObject({ termination: 'workLimit', objective: timed.json.objective });
      expect(readFileSync(join(again, 'plan.json'))).toEqual(readFileSync(join(first, 'plan.json')));
    },
  );

  test('--seed changes the way of a stochastic method', async () => {
    const works: string[] = [];
    for (const seed of ['1', '2', '3']) {
      const { json } = await solve(file, '--method', 'tabu', '--seed', seed, '--work-limit', '3');
      works.push(JSON.stringify([json.work, json.psi]));
    }
    expect(new Set(works).size).toBeGreaterThan(1);
  });

  test('Ctrl-C keeps the plan', async () => {
    const before = process.listenerCount('SIGINT');
    const pending = solve(robustFile('tiny-fits-one-node'), '--method', 'ga', '--seed', '3');
    // Only once somebody listens, and only once: a second one ends the program.
    const poll = setInterval(() => {
      if (process.listenerCount('SIGINT') <= before) return;
      clearInterval(poll);
      process.emit('SIGINT');
    }, 1);
    const { code, json } = await pending;
    clearInterval(poll);
    expect(json).toMatchObject({ termination: 'interrupted', feasible: true, bound: null });
    expect(json.gapReason).toBe('the run was stopped before a bound was proven');
    expect(code).toBe(0);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  test('a limit reached without a feasible plan ends with 4', async () => {
    const { code, json } = await solve(
      robustFile('tiny-infeasible'),
      '--method',
      'ga',
      '--problem',
      'eo-mc',
      '--work-limit',
      '1',
    );
    expect(code).toBe(4);
    expect(json.violations[0]).toMatchObject({ constraint: 'makespanRobustness', unit: 'z' });
    expect(json.warnings.join(' ')).toContain('must not be applied');
  });

  test('a proven infeasibility says by how much', async () => {
    for (const method of ['lagrange', 'ga']) {
      const words = ['--method', method, '--work-limit', '2'];
      const { code, json } = await solve(robustFile('tiny-budget-too-small'), ...words);
      expect(code).toBe(3);
      expect(json.termination).toBe('infeasible');
      expect(json.infeasibility).toMatchObject({ constraint: 'energyBudget', unit: 'J', proven: true });
      const { amount, message } = json.infeasibility!;
      const said = Number(/([\d.]+) J/.exec(message)![1]);
      expect(Math.abs(said / amount - 1)).toBeLessThan(1e-3);
      // The cheapest plan needs eta's quantile times 371 J more than its 5970 J, less what it has left.
      expect(amount).toBeLessThan((1.2816 - 0.08) * 371);
    }
  });
});
