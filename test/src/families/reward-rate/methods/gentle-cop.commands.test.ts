import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinearProgram } from '../../../../../models/forms/linear-program.js';
import type { RewardRateInstance } from '../../../../../models/problems/reward-rate/instance.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { configurationBound } from '../../../../../src/families/reward-rate/methods/config-lp.js';
import { openProblem } from '../../../../../src/families/reward-rate/runs/open.js';
import type { RunResult } from '../../../../../src/families/reward-rate/runs/result.js';
import { solveInstance } from '../../../../../src/families/reward-rate/runs/solve.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { UNSEEDED } from '../../../../support/unseeded.js';

/** A CoP that rises so gently that g(S), the coldest affordable set-point, is concave over the whole operating range. */
const GENTLE = { quadraticPerC2: 0.001, linearPerC: 0, constant: 3 };

let directory = '';
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'plenum-gentle-'));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

function bundled(name: string): RewardRateInstance {
  return JSON.parse(readFileSync(`instances/reward-rate/${name}.json`, 'utf8')) as RewardRateInstance;
}

function written(name: string, instance: RewardRateInstance): string {
  const file = join(directory, `${name}.json`);
  writeFileSync(file, JSON.stringify(instance));
  return file;
}

async function boundOf(
  instance: RewardRateInstance,
): Promise<{ bound: number; perCapW: number; program: LinearProgram }> {
  const opened = openProblem(written('bound', instance));
  if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
  const programs: LinearProgram[] = [];
  const input = { problem: opened.problem, engine: await loadHighs(), control: UNLIMITED, ...UNSEEDED };
  const certificate = await configurationBound(input, null, (program) => programs.push(program));
  return { bound: certificate!.boundRewardPerS, perCapW: certificate!.marginal.perCapW, program: programs[0]! };
}

async function solved(name: string, instance: RewardRateInstance, method: string): Promise<RunResult> {
  const answer = await solveInstance({
    file: written(name, instance),
    method: methodNamed(method)!,
    naive: false,
    seed: 1,
    limits: { timeLimitS: null, workLimit: null },
    engine: 'highs',
    withBound: true,
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems));
  return answer.solved.record.result;
}

describe('where the power cap is concave in node power', () => {
  const room = bundled('room-1080-hybrid');
  const gentle: RewardRateInstance = {
    ...room,
    facility: { ...room.facility, coolingPerformance: GENTLE },
    limits: { ...room.limits, powerCapW: 180_000 },
  };

  it('config-lp finds a plan near the bound and does not fall back to the greedy one', async () => {
    const best = await solved('gentle', gentle, 'config-lp');
    const greedy = await solved('gentle', gentle, 'greedy-power');
    expect(best.feasible).toBe(true);
    expect(best.gap).toBeLessThan(0.05);
    expect(best.objective! / greedy.objective!).toBeGreaterThan(1.15);
  });

  it("the cap's marginal value is the derivative of the bound, and the model handed out is the LP of the bound", async () => {
    const withCap = (powerCapW: number): RewardRateInstance => ({ ...gentle, limits: { ...gentle.limits, powerCapW } });
    const { perCapW, bound, program } = await boundOf(gentle);
    const more = await boundOf(withCap(180_050));
    const less = await boundOf(withCap(179_950));
    const slope = (more.bound - less.bound) / 100;
    expect(Math.abs(perCapW / slope - 1)).toBeLessThan(0.01);
    const session = (await loadHighs()).open(program);
    const perUnit = session.solve().point!.objective / bound;
    session.dispose();
    const other = (await loadHighs()).open(more.program);
    // The LP is in its own units; the ratio of two optima is not.
    expect(other.solve().point!.objective / perUnit / more.bound).toBeCloseTo(1, 6);
    other.dispose();
  });
});

describe('what binds', () => {
  it.each([1e-9, 1e9])('does not depend on the currency of the rewards (times %d)', async (factor) => {
    const instance = bundled('room-1080-hybrid');
    const taskTypes = instance.workload.taskTypes.map((task) => ({
      ...task,
      rewardPerTask: task.rewardPerTask * factor,
    }));
    const names = (result: RunResult): string[] =>
      result.binding.map(({ constraint, where }) => `${constraint} ${where}`);
    const scaled = await solved('scaled', { ...instance, workload: { taskTypes } }, 'greedy');
    expect(names(scaled)).toEqual(names(await solved('plain', instance, 'greedy')));
    expect(names(scaled)).toContain('powerCap ');
  });
});
