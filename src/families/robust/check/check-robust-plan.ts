import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import type { NodeOutcome, RobustEvaluation, Robustness } from '../../../../models/families/robust/outcome.js';
import type { RobustGoal, RobustPlan } from '../../../../models/families/robust/plan.js';
import type { TaskTimes } from '../../../../models/families/robust/times.js';
import type { Violation } from '../../../../models/families/violation.js';
import { Faults } from '../../../check/faults.js';
import { addFault } from '../../../check/findings.js';
import { CompensatedSums } from './compensated-sums.js';
import { coreSums, type CoreSums } from './core-sums.js';
import { type CheckedNode, checkedFacility } from './facility.js';
import { instanceFaults } from './instance-faults.js';
import { normalProbability, normalProbabilityLog10, normalQuantile } from './normal.js';
import { type PlacedTasks, placeTasks } from './place-tasks.js';
import { promisedLimits } from './promise.js';
import { energyUntilLastCore } from './until-last-core.js';

/**
 * Largest amount by which a probability may miss its required minimum, as a difference of standard normal quantiles.
 */
const Z_TOLERANCE = 1e-9;
/** Relative tolerance of deadline and budget where the variance is 0. It only allows for rounding errors of sums. */
const SUM_TOLERANCE = 1e-12;
/** Finite number that stands for infinity in results, because JSON cannot represent infinity. */
const INFINITE = 1e308;

/**
 * Returns a plan's makespan-robustness and energy-robustness (Eqs. 2-10) and its violations. Everything is recomputed
 * from the instance, the times of its tasks and the plan. The code shares nothing with the models
 * (docs/robust/checker.md).
 *
 * If there are no violations, every task runs once, on a node type that can run it, and the plan keeps the limit of
 * `goal`. If there is any violation other than that limit, the probabilities are 0.
 */
export function checkRobustPlan(
  instance: RobustInstance,
  times: TaskTimes,
  plan: RobustPlan,
  goal: RobustGoal = plan.goal,
): RobustEvaluation {
  const violations: Violation[] = [];
  const facility = checkedFacility(instance);
  for (const fault of instanceFaults(instance, facility, times)) addFault(violations, 'instance', fault);
  const placed = violations.length > 0 ? nothingPlaced() : placeTasks(facility, times, plan);
  const sums = coreSums(instance, facility, times, placed);
  const faults = new Faults();
  for (const { kind, path, value, allowed } of placed.faults) {
    faults.add(kind, () => (kind === 'taskMissing' ? value : `${path}: ${value}, allowed is ${allowed}`));
  }
  for (const fault of sums.faults) faults.add('instance', () => fault);
  violations.push(...faults.violations());

  const energy = new CompensatedSums(ENERGY_PARTS);
  const nodes = facility.nodes.map((node) => nodeOutcome(instance, node, sums, energy));
  const meanJ = energy.of(DYNAMIC) + energy.of(STATIC) + energy.of(OVERHEAD);
  const varianceJ2 = energy.of(VARIANCE);
  const zOfCores = nodes.flatMap(({ z }) => z);
  if (!Number.isFinite(meanJ + varianceJ2)) addFault(violations, 'nonFinite', 'energy');
  const usable = violations.length === 0;
  const makespanZ = usable ? zOfCores.reduce((least, z) => Math.min(least, z), Infinity) : -Infinity;
  const energyZ = usable ? quantileAt(instance.limits.energyBudgetJ, meanJ, varianceJ2) : -Infinity;
  const last = energyUntilLastCore(facility.nodes, sums);
  const lastZ = usable ? quantileAt(instance.limits.energyBudgetJ, last.energyMeanJ, last.energyVarianceJ2) : -Infinity;
  const jointLog10 = usable ? zOfCores.reduce((sum, z) => sum + normalProbabilityLog10(z), 0) : -Infinity;
  const promise = usable ? promisedLimits(coresOf(nodes), last, jointLog10, lastZ) : null;
  if (usable) addLimit(violations, goal, instance, makespanZ, energyZ);
  return {
    goal,
    psi: robustness(makespanZ),
    phi: robustness(energyZ),
    jointPsiLog10: finite(jointLog10),
    energyMeanJ: meanJ,
    energySdJ: Math.sqrt(varianceJ2),
    energyByPart: { dynamicJ: energy.of(DYNAMIC), staticJ: energy.of(STATIC), overheadJ: energy.of(OVERHEAD) },
    energyUntilLastCore: {
      energyRobustness: robustness(lastZ),
      energyMeanJ: last.energyMeanJ,
      energySdJ: Math.sqrt(last.energyVarianceJ2),
      overheadJ: last.overheadJ,
      excessJ: last.excessJ,
    },
    promise:
      promise === null
        ? null
        : {
            ...promise,
            bothLog10AtLeast: finite(promise.bothLog10AtLeast),
            bothLog10AtMost: finite(promise.bothLog10AtMost),
          },
    nodes,
    violations,
  };
}

function coresOf(nodes: readonly NodeOutcome[]): { readonly meanS: number; readonly sdS: number }[] {
  return nodes.flatMap(({ finishMeanS, finishSdS }) =>
    finishMeanS.map((meanS, core) => ({ meanS, sdS: finishSdS[core]! })),
  );
}

/** Index of the dynamic energy, J, in an array of energy sums. */
const DYNAMIC = 0;
/** Index of the energy by static power, J, in an array of energy sums. */
const STATIC = 1;
/** Index of the overhead energy, J, in an array of energy sums. */
const OVERHEAD = 2;
/** Index of the variance of the energy, J2, in an array of energy sums. */
const VARIANCE = 3;
/** Length of an array of energy sums: dynamic, static, overhead, variance. */
const ENERGY_PARTS = 4;

/**
 * Returns the finish times of a node's cores, s, and the node's energy, J (Eqs. 9 and 10). Adds the parts of this
 * energy to `energy`, which has the sums over all nodes.
 */
function nodeOutcome(
  instance: RobustInstance,
  { name, type, firstCore, staticW }: CheckedNode,
  sums: CoreSums,
  energy: CompensatedSums,
): NodeOutcome {
  const cores = Array.from({ length: type.cores }, (_, core) => firstCore + core);
  const states = type.pStates.map((_, state) => state);
  const here = new CompensatedSums(ENERGY_PARTS);
  const add = (part: number, term: number): void => {
    here.add(part, term);
    energy.add(part, term);
  };
  for (const core of cores) {
    for (const [state, { dynamicPowerW }] of type.pStates.entries()) {
      const meanS = sums.meanS(core, state);
      const varianceS2 = sums.varianceS2(core, state);
      add(DYNAMIC, dynamicPowerW * meanS);
      add(STATIC, staticW * meanS);
      if (instance.energyVariance === 'printed') {
        add(VARIANCE, dynamicPowerW ** 2 * varianceS2);
        add(VARIANCE, staticW ** 2 * varianceS2);
      } else add(VARIANCE, (dynamicPowerW + staticW) ** 2 * varianceS2);
    }
  }
  const finishMeanS = cores.map((core) => sums.finishS(core));
  const finishVarianceS2 = cores.map((core) => sums.finishVarianceS2(core));
  // Until the core with the largest expected finish is done: of several, the one that varies most.
  const latestS = finishMeanS.reduce((latest, finish) => Math.max(latest, finish), 0);
  const latestVarianceS2 = finishVarianceS2.reduce(
    (most, variance, core) => (finishMeanS[core] === latestS ? Math.max(most, variance) : most),
    0,
  );
  add(OVERHEAD, type.overheadPowerW * latestS);
  add(VARIANCE, type.overheadPowerW ** 2 * latestVarianceS2);
  return {
    node: name,
    nodeType: type.name,
    dynamicJ: here.of(DYNAMIC),
    staticJ: here.of(STATIC),
    overheadJ: here.of(OVERHEAD),
    finishMeanS,
    finishSdS: finishVarianceS2.map(Math.sqrt),
    z: finishMeanS.map((finish, core) =>
      finite(quantileAt(instance.limits.deadlineS, finish, finishVarianceS2[core]!)),
    ),
    tasks: cores.map((core) => states.reduce((count, state) => count + sums.tasks(core, state), 0)),
    tasksInPState: states.map((state) => cores.reduce((count, core) => count + sums.tasks(core, state), 0)),
    secondsInPState: states.map((state) => cores.reduce((total, core) => total + sums.meanS(core, state), 0)),
  };
}

/**
 * Returns the quantile z for which Phi(z) is the probability that a normal variable is at most `limit`. If the variance
 * is 0, returns Infinity or -Infinity.
 */
function quantileAt(limit: number, mean: number, variance: number): number {
  if (variance > 0) return (limit - mean) / Math.sqrt(variance);
  return mean - limit <= SUM_TOLERANCE * limit ? Infinity : -Infinity;
}

function robustness(z: number): Robustness {
  return { z: finite(z), probability: normalProbability(z), complement: normalProbability(-z) };
}

function finite(value: number): number {
  return Math.min(INFINITE, Math.max(-INFINITE, value));
}

function addLimit(
  violations: Violation[],
  goal: RobustGoal,
  { limits }: RobustInstance,
  makespanZ: number,
  energyZ: number,
): void {
  const [constraint, value, probability] =
    goal === 'mo-ec'
      ? (['energyRobustness', finite(energyZ), limits.energyRobustness] as const)
      : (['makespanRobustness', finite(makespanZ), limits.makespanRobustness] as const);
  const limit = normalQuantile(probability);
  const amount = limit - value;
  if (amount > Z_TOLERANCE) violations.push({ constraint, where: '', unit: 'z', value, limit, amount });
}

function nothingPlaced(): PlacedTasks {
  return { core: new Int32Array(0), pState: new Int32Array(0), faults: [] };
}
