import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import type { NodeAssignment, RewardRatePlan } from '../../../../../../models/families/reward-rate/plan.js';
import type { PlanEvaluation } from '../../../../../../models/families/reward-rate/outcome.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { analyseFailures } from '../../../../../../src/families/reward-rate/studies/failures/analysis.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { withSleep } from '../../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const engine = await loadLpEngine('highs');
const INERTIA = { nodeThermalMassJPerK: 10_000, plenumTimeConstantS: 20 };

/** Work of one core: a task type in a P-state, or nothing. */
type Core = { readonly taskType: string; readonly pState: number } | null;
/** Cores of one node; null of a node on standby. */
type Node = readonly Core[] | null;

describe('fallback plans of tiny rooms, one of two CRACs gone, against every way to slow, drop, idle or put to sleep', () => {
  it('none earns more than the proven bound, and the fallback is feasible and within its gap of the best', async () => {
    const found = { fallback: 0, rest: 0 };
    for (let seed = 1; seed <= fuzzCount(150, 60); seed++) {
      const facility = drawnRoom(seed);
      const nodes = drawnWork(facility, seed);
      const failed = withoutFirst(facility.instance);
      const plan = planOf(facility, nodes);
      const evaluation = checkPlan(facility.instance, facility.matrix, plan);
      const { record, plans } = await analyseFailures(
        { ...facility, plan, evaluation, inertia: INERTIA },
        [{ gone: [facility.matrix.cracNames[0]!] }],
        { engine, control: UNLIMITED },
      );
      const one = record.cases[0]!;
      if (one.verdict !== 'broken') continue;
      // Drawn work that breaks a deadline, or has no positive time, has no fallback: it cannot run in any room.
      if (
        evaluation.violations.some(({ constraint }) => constraint === 'deadline' || constraint === 'colocationModel')
      ) {
        expect(one.fallback).toBeNull();
        continue;
      }
      const best = bestOf(facility, failed, nodes);
      if (one.fallback === null) {
        found.rest++;
        expect({ seed, best, breaks: one.atRest!.violations.length > 0 }).toEqual({ seed, best: null, breaks: true });
        continue;
      }
      found.fallback++;
      const { rewardPerS, boundRewardPerS, gap, actions } = one.fallback;
      const tolerance = 1e-9 * Math.max(1, best ?? 0);
      const judged = checkPlan(failed, facility.matrix, plans[0]!);
      const after = actions.at(-1)?.rewardAfterPerS ?? evaluation.rewardPerS;
      expect({
        seed,
        bestPassesBound: best! > boundRewardPerS! + tolerance,
        passesBound: rewardPerS > boundRewardPerS! + tolerance,
        isBeyondGap: rewardPerS < best! * (1 - gap!) - tolerance,
        violations: judged.violations,
        isJudgedSo: Math.abs(judged.rewardPerS - rewardPerS) <= tolerance,
        actionsEndThere: Math.abs(after - rewardPerS) <= 1e-6,
      }).toEqual({
        seed,
        bestPassesBound: false,
        passesBound: false,
        isBeyondGap: false,
        violations: [],
        isJudgedSo: true,
        actionsEndThere: true,
      });
      const savedW = actions.reduce((sum, action) => sum + action.savedW, 0);
      const drawnW = (of: PlanEvaluation): number => of.zoneNodePowerW.reduce((sum, powerW) => sum + powerW, 0);
      const losses = actions.map(
        ({ rewardAfterPerS }, n) => (actions[n - 1]?.rewardAfterPerS ?? evaluation.rewardPerS) - rewardAfterPerS,
      );
      const firstCostly = losses.findIndex((lost) => lost > 1e-9);
      expect({
        seed,
        isAllSaved: Math.abs(savedW - (drawnW(evaluation) - drawnW(judged))) <= 1e-6,
        isFreeLater: firstCostly >= 0 && losses.slice(firstCostly).some((lost) => Math.abs(lost) <= 1e-12),
        isAnyFaster: isAnyFaster(plan, plans[0]!),
        lost: one.fallback.lostRewardPerS,
      }).toEqual({
        seed,
        isAllSaved: true,
        isFreeLater: false,
        isAnyFaster: false,
        lost: evaluation.rewardPerS - rewardPerS,
      });
      expect([seed, best === null]).toEqual([seed, false]);
    }
    expect(found.fallback).toBeGreaterThan(0);
    expect(found.rest).toBeGreaterThan(0);
  });
});

/** Whether more cores of some zone run some task type in some P-state or a faster one than before. */
function isAnyFaster(before: RewardRatePlan, after: RewardRatePlan): boolean {
  const coresOf = ({ assignments }: RewardRatePlan, zone: string, taskType: string, slowest: number): number =>
    assignments
      .filter((one) => one.zone === zone)
      .flatMap(({ nodes, cores = [] }) => cores.map(({ count, slices }) => ({ count: nodes * count, slices })))
      .filter(({ slices }) => slices.some((one) => one.taskType === taskType && one.pState <= slowest))
      .reduce((sum, { count }) => sum + count, 0);
  return after.assignments.some(({ zone, cores = [] }) =>
    cores.some(({ slices }) =>
      slices.some(
        ({ taskType, pState }) => coresOf(after, zone, taskType, pState) > coresOf(before, zone, taskType, pState),
      ),
    ),
  );
}

function drawnRoom(seed: number): TinyFacility {
  const drawn = tinyRandom(seed, { cracs: 2, mostPlans: 800 });
  return seed % 3 === 0 ? withSleep(drawn, seed) : drawn;
}

function withoutFirst(instance: RewardRateInstance): RewardRateInstance {
  const cracs = instance.facility.cracs.map((crac, c) => (c === 0 ? { ...crac, coolingCapacityW: 0 } : crac));
  return { ...instance, facility: { ...instance.facility, cracs } };
}

/** Drawn work of every node by zone: mostly busy, mostly fast. */
function drawnWork({ instance, matrix }: TinyFacility, seed: number): Node[][] {
  const { uniform } = randomStream(seed, 'fallback');
  const { nodeTypes } = instance.facility;
  return matrix.zones.map(({ nodeType, nodeCount }) => {
    const type = nodeTypes.find(({ name }) => name === nodeType)!;
    return Array.from({ length: nodeCount }, () =>
      Array.from({ length: type.cores }, (): Core => {
        if (uniform(0, 1) < 0.1) return null;
        const task = type.tasks[Math.floor(uniform(0, type.tasks.length))];
        if (task === undefined) return null;
        return { taskType: task.taskType, pState: uniform(0, 1) < 0.8 ? 0 : type.pStateFrequenciesGHz.length - 1 };
      }),
    );
  });
}

function planOf(
  { matrix, instance }: TinyFacility,
  nodes: readonly (readonly Node[])[],
  setPointC?: number,
): RewardRatePlan {
  const assignments = matrix.zones.flatMap(({ name }, z) =>
    nodes[z]!.flatMap((cores): NodeAssignment[] =>
      cores === null
        ? []
        : [
            {
              zone: name,
              nodes: 1,
              cores: cores.flatMap((core) => (core === null ? [] : [{ count: 1, slices: [{ ...core, fraction: 1 }] }])),
            },
          ],
    ),
  );
  const standby = matrix.zones.flatMap(({ name, nodeType }, z) => {
    const count = nodes[z]!.filter((node) => node === null).length;
    const { sleepPowerW, offPowerW } = instance.facility.nodeTypes.find((type) => type.name === nodeType)!;
    const state = offPowerW !== undefined && offPowerW < (sleepPowerW ?? Infinity) ? 'off' : 'sleep';
    return count === 0 ? [] : [{ zone: name, nodes: count, state } as const];
  });
  return {
    format: 'plenum.reward-rate-plan',
    formatVersion: 1,
    instance: { name: 'tiny', sha256: '0'.repeat(64) },
    method: 'drawn',
    claimedRewardPerS: 0,
    setPointsC: Object.fromEntries(
      instance.facility.cracs.map(({ name, setPointMinC, setPointMaxC }) => [
        name,
        setPointC ?? (setPointMinC + setPointMaxC) / 2,
      ]),
    ),
    assignments,
    standby,
  };
}

/** Greatest reward of all that may be left of the work, by the checker at the warmest set-point that the red line allows; null if nothing is feasible. */
function bestOf(
  facility: TinyFacility,
  failed: RewardRateInstance,
  nodes: readonly (readonly Node[])[],
): number | null {
  const { matrix, instance } = facility;
  const all = nodes.map((ofZone, z) => combinations(ofZone.map((node) => leftOf(instance, matrix.zones[z]!, node!))));
  const { setPointMinC, setPointMaxC } = failed.facility.cracs[1]!;
  let best: number | null = null;
  for (const chosen of product(all)) {
    // One CRAC at work: inlets move with its set-point one to one.
    const coldest: PlanEvaluation = checkPlan(failed, matrix, planOf(facility, chosen, setPointMinC));
    if (coldest.rewardPerS <= (best ?? -1)) continue;
    const hottestC = Math.max(...coldest.zoneInletC);
    const warmestC = Math.min(setPointMaxC, setPointMinC + failed.limits.redLineC - hottestC);
    const at = Math.max(setPointMinC, warmestC);
    if (checkPlan(failed, matrix, planOf(facility, chosen, at)).violations.length === 0) best = coldest.rewardPerS;
  }
  return best;
}

function leftOf(
  { facility }: RewardRateInstance,
  zone: TinyFacility['matrix']['zones'][number],
  node: readonly Core[],
): Node[] {
  const type = facility.nodeTypes.find(({ name }) => name === zone.nodeType)!;
  const states = type.pStateFrequenciesGHz.length;
  const perCore = node.map((core): Core[] =>
    core === null
      ? [null]
      : [null, ...Array.from({ length: states - core.pState }, (_, n) => ({ ...core, pState: core.pState + n }))],
  );
  const distinct = new Map<string, Node>();
  for (const cores of product(perCore))
    distinct.set(
      cores
        .map((core) => JSON.stringify(core))
        .sort()
        .join(),
      cores,
    );
  const group = facility.nodeGroups.find((one) => one.rack === zone.rack && one.nodeType === zone.nodeType)!;
  const hasState = type.sleepPowerW !== undefined || type.offPowerW !== undefined;
  return [...distinct.values(), ...(group.mayBeOff === true && hasState ? [null] : [])];
}

/** Choices of nodes of a zone, those that only swap nodes once. */
function combinations(perNode: readonly (readonly Node[])[]): Node[][] {
  const distinct = new Map<string, Node[]>();
  for (const chosen of product(perNode))
    distinct.set(
      chosen
        .map((node) => JSON.stringify(node))
        .sort()
        .join('|'),
      chosen,
    );
  return [...distinct.values()];
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((sofar, list) => sofar.flatMap((some) => list.map((one) => [...some, one])), [[]]);
}
