import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RobustEvaluation } from '../../../models/families/robust/outcome.js';
import type { RobustGoal, RobustPlan } from '../../../models/families/robust/plan.js';
import { ROBUST_METHODS } from '../../../src/families/robust/methods/registry.js';
import { chance } from '../../../src/families/robust/runs/caution.js';
import { check, type SolveOptions } from '../../../src/library/index.js';
import { accepted, jsonOf } from '../../support/accepted.js';
import { once } from '../../support/once.js';
import { plenum, withDetails } from '../../support/run-cli.js';
import { lastingDirectory, temporaryDirectory } from '../../support/small-instance.js';
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
        const { ended, record } = await solve(robustFile(name), { method, problem: goal, workLimit: 5 });
        const { feasible, gap, infeasibility, boundZ, violations } = record;
        const z = goal === 'mo-ec' ? record.psi!.z : record.phi!.z;
        const right =
          best === null
            ? !feasible && ended !== 'solved' && gap === null
            : (!feasible || atMost(z, best)) && infeasibility === null && boundZ !== null && atMost(best, boundZ);
        const explained = feasible === (ended === 'solved') && ended !== 'failed';
        const reasoned = violations.length > 0 === !feasible;
        if (!right || !explained || !reasoned) wrong.push({ method, goal, ended, best, z, record });
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the methods of the thesis find the best plan of an instance of three tasks', async () => {
    const { knownOptimum } = robustInstance('tiny-fits-one-node');
    for (const method of ['tabu', 'ga', 'gals']) {
      const { record } = await solve(robustFile('tiny-fits-one-node'), { method, workLimit: 20 });
      expect(record.psi!.z).toBeCloseTo(knownOptimum!.makespanZ!, 9);
    }
  });
});

/** Without the header. */
function csvRows(name: string): string[][] {
  const [, ...lines] = readFileSync(name, 'utf8').trim().split('\r\n');
  return lines.map((line) => line.split(','));
}

/** Finds a plan at once. */
const SHORT: SolveOptions = { method: 'ga', workLimit: 2 };

describe('the answer of solve', () => {
  const file = robustFile('tiny-fits-one-node');

  /** The run, and the folder of its files. */
  const out = join(lastingDirectory(), 'out');
  const short = once(() => solve(file, { ...SHORT, out }));

  test('the record and result.json agree, and every file is there', async () => {
    const { ended, record } = await short();
    expect(ended).toBe('solved');
    const stored = readJson(join(out, 'result.json'));
    expect(withDetails(stored)).toMatchObject(jsonOf(record));
    for (const name of Object.values(record.files)) expect(existsSync(name)).toBe(true);
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
    expect(Object.keys(record.timeS)).toEqual(phases);
  });

  test('the objective is the one check finds for the plan', async () => {
    for (const problem of GOALS) {
      for (const method of ['lagrange', 'ga', 'min-min-pmin']) {
        const { record, plan } = await solve(file, { method, problem, workLimit: 3 });
        const checked = accepted(await check(file, plan!)).record;
        const { objective, psi, phi, jointPsiLog10, energyMeanJ, energySdJ, energyUntilLastCore, feasible } = record;
        const figures = { psi, phi, jointPsiLog10, energyMeanJ, energySdJ, energyUntilLastCore };
        expect(checked).toMatchObject({ feasible, objective, details: figures });
        expect(energyUntilLastCore!.energyMeanJ - energyUntilLastCore!.excessJ).toBeCloseTo(energyMeanJ!, 6);
        expect(record.gap).toBe(feasible ? Math.abs(record.bound! - objective!) / record.bound! : null);
        const { claimed } = plan as unknown as RobustPlan;
        expect([claimed.makespanZ, claimed.energyZ]).toEqual([
          expect.closeTo(psi!.z, 9) as number,
          expect.closeTo(phi!.z, 9) as number,
        ]);
      }
    }
  });

  test('one caution tells Psi and phi from chances to promise, and is a note of the command', async () => {
    for (const method of ['lagrange', 'min-min-pmin']) {
      const { record } = await solve(file, { method, workLimit: 5 });
      const cautions = record.warnings.filter((text) => text.includes('Before promising'));
      expect(cautions).toHaveLength(1);
      expect(cautions[0]).toContain('plenum simulate');
      expect(cautions[0]).toContain(`probability ${chance(record.jointPsiLog10!)},`);
      const { energyRobustness } = record.energyUntilLastCore!;
      expect(cautions[0]).toContain(`probability ${chance(Math.log10(energyRobustness.probability))}, if energy`);
      expect(energyRobustness.z).toBeLessThan(record.phi!.z);
    }
    const { code, stdout, stderr } = await plenum('solve', file, '--method', 'ga', '--work-limit', '2');
    expect([code, stderr.match(/^Note: .*Before promising/gm)]).toEqual([0, [expect.anything()]]);
    expect(stdout).not.toContain('Before promising');
  });

  test('summary, report and check lead with all cores in time and the budget until the last core, then Psi and phi', async () => {
    const { text, plan } = await short();
    const isRising = (shown: string, ...marks: readonly string[]): boolean => {
      const places = marks.map((mark) => shown.indexOf(mark));
      expect(places).not.toContain(-1);
      return places.every((at, n) => n === 0 || at > places[n - 1]!);
    };
    expect(isRising(text, '\nall cores in time ', '\nbudget kept ', '\nPsi ', '\nphi ', '\nupper bound')).toBe(true);
    expect(text.match(/thesis' measure/g)).toHaveLength(2);
    const html = readFileSync(join(out, 'report.html'), 'utf8');
    const heads = ['data-field="allInTime"', 'data-field="budgetUntilLastCore"', 'data-field="objective"'];
    expect(isRising(html, ...heads)).toBe(true);
    const checked = accepted(await check(file, plan!)).lines.join('\n');
    const lines = ['\nAll cores in time: ', '\nUntil the last core of every node is done: ', '\nPsi ', '\nphi '];
    expect(isRising(checked, ...lines)).toBe(true);
  });

  test('the summary shows the figures of the record', async () => {
    const { record, text } = await solve(file, { ...SHORT, problem: 'eo-mc' });
    const lineOf = (label: string): string => new RegExp(`^${label} +(.*)$`, 'm').exec(text)![1]!;
    expect(lineOf('phi')).toContain(`${record.phi!.probability.toFixed(6)} (z ${record.phi!.z.toPrecision(4)})`);
    expect(lineOf('upper bound')).toContain(record.bound!.toFixed(6));
    expect(lineOf('energy above it')).toBe(`${(100 * record.energyGap!).toFixed(2)} %`);
    expect(record.psiGap).toBeNull();
  });

  test('without a bound it says that none was computed', async () => {
    const { record } = await solve(file, { method: 'tabu', workLimit: 2, bound: false });
    expect(record).toMatchObject({ bound: null, boundZ: null, gap: null, gapReason: 'no bound was computed' });
  });

  test('infinite quantiles are words in text and 1e308 in JSON', async () => {
    const out = join(temporaryDirectory(), 'out');
    const { record } = await solve(robustFile('tiny-zero-variance'), { ...SHORT, out });
    expect(record.psi).toEqual({ z: 1e308, probability: 1, complement: 0 });
    const { text } = await solve(robustFile('tiny-infeasible'), { method: 'min-energy' });
    expect(text).toContain('z -infinite');
    expect(text).not.toMatch(/\d{40}|e\+30|NaN/);
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
      await solve(file, { method, workLimit: 3, seed: 7, out });
      const files = ['plan.json', 'plan.csv', 'result.json'];
      texts.push(files.map((name) => timeless(readFileSync(join(out, name), 'utf8'))).join('\n'));
    }
    expect(texts[1]).toBe(texts[0]);
  });

  test.each(['lagrange', 'tabu', 'ga', 'gals', 'min-min-balance'])(
    '%s cut short by time gives the same plan with its steps as work limit',
    async (method) => {
      const timed = await solve(file, { method, timeLimitS: 0 });
      expect(timed.record.termination).toBe('timeLimit');
      const replayed = await solve(file, { method, workLimit: timed.record.work['steps']! });
      expect(replayed.record).toMatchObject({ termination: 'workLimit', objective: timed.record.objective });
      expect(replayed.plan).toEqual(timed.plan);
    },
  );

  test('another seed changes the way of a stochastic method', async () => {
    const works = await Promise.all(
      [1, 2, 3].map(async (seed) => {
        const { record } = await solve(file, { method: 'tabu', seed, workLimit: 3 });
        return JSON.stringify([record.work, record.psi]);
      }),
    );
    expect(new Set(works).size).toBeGreaterThan(1);
  });

  test('one that is interrupted keeps its plan', async () => {
    const { ended, record } = await solve(robustFile('tiny-fits-one-node'), {
      method: 'ga',
      seed: 3,
      signal: { aborted: true },
    });
    expect(record).toMatchObject({ termination: 'interrupted', feasible: true, bound: null });
    expect(record.gapReason).toBe('the run was stopped before a bound was proven');
    expect(ended).toBe('solved');
  });

  test('a limit reached without a feasible plan is no proof that there is none', async () => {
    const asked = { method: 'ga', problem: 'eo-mc', workLimit: 1 } as const;
    const { ended, record } = await solve(robustFile('tiny-infeasible'), asked);
    expect(ended).toBe('stopped');
    expect(record.violations[0]).toMatchObject({ constraint: 'makespanRobustness', unit: 'z' });
    expect(record.warnings.join(' ')).toContain('must not be applied');
  });

  test('a proven infeasibility says by how much', async () => {
    for (const method of ['lagrange', 'ga']) {
      const { ended, record } = await solve(robustFile('tiny-budget-too-small'), { method, workLimit: 2 });
      expect([ended, record.termination]).toEqual(['noFeasiblePlan', 'infeasible']);
      expect(record.infeasibility).toMatchObject({ constraint: 'energyBudget', unit: 'J', proven: true });
      const { amount, message } = record.infeasibility!;
      const said = Number(/([\d.]+) J/.exec(message)![1]);
      expect(Math.abs(said / amount - 1)).toBeLessThan(1e-3);
      // The cheapest plan needs eta's quantile times 371 J more than its 5970 J, less what it has left.
      expect(amount).toBeLessThan((1.2816 - 0.08) * 371);
    }
  });
});
