import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinearProgram } from '../../../../../models/forms/linear-program.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { certificateOf } from '../../../../../src/families/reward-rate/methods/bound/certificate.js';
import { oraclesOf, solveLp } from '../../../../../src/families/reward-rate/methods/config-lp.js';
import { openModel } from '../../../../../src/families/reward-rate/runs/open.js';
import type { RunResult } from '../../../../../src/families/reward-rate/runs/result.js';
import { solveInstance } from '../../../../../src/families/reward-rate/runs/solve.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';

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
): Promise<{ bound: number; ofLp: number; perCapW: number; program: LinearProgram }> {
  const opened = openModel(written('bound', instance));
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  const programs: LinearProgram[] = [];
  const { model } = opened;
  const lp = await solveLp({
    model,
    oracles: oraclesOf(model),
    engine: await loadHighs(),
    control: UNLIMITED,
    incumbent: null,
    onProgram: (program) => programs.push(program),
  });
  if (lp === null || 'failure' in lp) throw new Error('no bound');
  const { boundRewardPerS, marginal } = certificateOf(model, lp);
  return { bound: boundRewardPerS, ofLp: lp.bound.value, perCapW: marginal.perCapW, program: programs[0]! };
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
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
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
    expect(best.gap).toBeLessThan(1e-4);
    expect(best.objective! / greedy.objective!).toBeGreaterThan(1.15);
  });

  const withCap = (powerCapW: number): RewardRateInstance => ({ ...gentle, limits: { ...gentle.limits, powerCapW } });

  it("the cap's marginal value is the derivative of the bound", async () => {
    const { perCapW } = await boundOf(gentle);
    const more = await boundOf(withCap(181_000));
    const less = await boundOf(withCap(179_000));
    const slope = (more.bound - less.bound) / 2000;
    expect(Math.abs(perCapW / slope - 1)).toBeLessThan(0.01);
  });

  it('the model handed out is the LP of the whole range of set-points', async () => {
    const { ofLp, bound, program } = await boundOf(gentle);
    expect(ofLp).toBeGreaterThan(1.01 * bound);
    const more = await boundOf(withCap(180_050));
    const session = (await loadHighs()).open(program);
    const perUnit = session.solve().point!.objective / ofLp;
    session.dispose();
    const other = (await loadHighs()).open(more.program);
    // The LP is in its own units; the ratio of two optima is not.
    expect(other.solve().point!.objective / perUnit / more.ofLp).toBeCloseTo(1, 6);
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
