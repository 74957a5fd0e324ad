import { writtenZ } from '../../../../models/families/robust/infinite-z.js';
import type { RobustEvaluation } from '../../../../models/families/robust/outcome.js';
import {
  type CorePlan,
  ROBUST_PLAN_FORMAT,
  ROBUST_PLAN_FORMAT_VERSION,
  type RobustGoal,
  type RobustObjective,
  type RobustPlan,
} from '../../../../models/families/robust/plan.js';
import { evaluateMapping } from '../../../../models/families/robust/evaluate.js';
import type { Mapping } from '../../../../models/families/robust/mapping.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import { checkRobustPlan } from '../check/check-robust-plan.js';
import type { RobustMethod } from '../methods/registry.js';
import type {
  ConstraintHandling,
  Improvements,
  RobustCertificate,
  RobustStart,
  SearchTuning,
} from '../methods/outcome.js';
import { randomStream } from '../../../random/stream.js';
import { type Driver, type Limits, runDriver } from '../../../runs/control.js';
import type { Refused } from '../../../instances/fault.js';
import type { TrajectoryPoint } from '../../../runs/result.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';
import { boundAfter, conflictBefore, endingAtOnce } from './bound.js';
import { type OpenedRobust, openRobust } from './open.js';
import type { RobustRunRecord } from './result.js';
import { robustResultOf } from './result-of.js';
import { startFrom } from './start.js';

/** Request for a run: method, goal, seed, limits and options. The instance is passed separately. */
export interface RobustRunRequest {
  readonly method: RobustMethod;
  readonly goal: RobustGoal;
  /**
   * Measure that MO-EC (limited energy) maximizes. If undefined, it is Psi, the probability of the core least likely to
   * be in time.
   */
  readonly objective?: RobustObjective | undefined;
  readonly handling: ConstraintHandling;
  readonly improvements: Improvements;
  readonly tuning?: SearchTuning;
  readonly seed: number;
  readonly limits: Limits;
  /** True to compute a bound after the run, by the Lagrangian dual, if the method itself proves none. */
  readonly withBound: boolean;
  /** Time limit of the computation of the bound, s; null for no limit. Default: the time limit of the search. */
  readonly boundTimeLimitS?: number | null;
  /** Plan and dual values with which an earlier run ended; null or undefined if there are none. */
  readonly start?: RobustStart | null;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

export interface SolvedRobust {
  readonly opened: OpenedRobust;
  readonly mapping: Mapping | null;
  readonly plan: RobustPlan | null;
  readonly record: RobustRunRecord;
  readonly certificate: RobustCertificate | null;
  readonly next: RobustStart | null;
}

export type SolveRobustAnswer = { readonly ok: true; readonly solved: SolvedRobust } | Refused;

/** Files of a run: the instance file, and optionally a plan file to start from. */
export interface RobustFiles {
  readonly file: string;
  readonly startFile?: string | undefined;
  /** The instance, if it is already opened. It is then not read again. */
  readonly opened?: OpenedRobust | undefined;
}

/**
 * Solves an instance file. It loads and compiles the instance, searches for a plan, computes a bound, and checks the
 * plan. All robust solving uses this function.
 */
export async function solveRobustInstance(request: RobustRunRequest & RobustFiles): Promise<SolveRobustAnswer> {
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  // From here on, so that a time limit covers reading the instance and drawing its times too.
  const driver = runDriver(request);
  const opened = request.opened ?? openRobust(request.file, clock);
  if (!opened.ok) return opened;
  if (request.startFile === undefined) return { ok: true, solved: await search(request, opened, driver, clock, timeS) };
  const read = startFrom(opened, request.startFile);
  if (!read.ok) return read;
  clock('load');
  const warnings = [...opened.warnings, ...read.warnings.map((text) => `--start: ${text}`)];
  const started = { ...request, start: read.start };
  return { ok: true, solved: await search(started, { ...opened, warnings }, driver, clock, timeS) };
}

/** Runs a method on an opened instance, proves a bound if requested, and checks the plan. */
export async function solveOpenedRobust(request: RobustRunRequest, opened: OpenedRobust): Promise<SolvedRobust> {
  const timeS: Record<string, number> = {};
  return search(request, opened, runDriver(request), phases(request.nowS, timeS), timeS);
}

async function search(
  request: RobustRunRequest,
  opened: OpenedRobust,
  driver: Driver,
  clock: (phase: string) => void,
  timeS: Record<string, number>,
): Promise<SolvedRobust> {
  const { instance, times, model, sha256, warnings } = opened;
  const { method, goal, objective, handling, improvements, tuning, seed } = request;
  const boundsAfter = request.withBound && !method.certifies;
  let conflict: RobustCertificate | null = null;
  // Only searches go on to their end where no plan is feasible; the proof is looked for before them.
  if (boundsAfter && method.heeds.includes('handling')) {
    conflict = conflictBefore(model, goal, driver);
    clock('bound');
  }
  const outcome = await method.solve({
    model,
    goal,
    objective,
    handling,
    improvements,
    tuning,
    control: conflict === null ? driver : endingAtOnce(driver),
    // One purpose for all methods: a search that begins with a greedy plan begins with the one that method gives for the seed.
    random: randomStream(seed, 'robust method'),
    start: request.start ?? null,
  });
  clock('method');
  const after =
    boundsAfter && conflict === null && driver.stopReason !== 'interrupted'
      ? await boundAfter(request, model, outcome.next ?? request.start ?? null)
      : null;
  const certificate = outcome.certificate ?? conflict ?? after?.certificate ?? null;
  clock('bound');
  const plan = outcome.mapping === null ? null : planOf(request, model, outcome.mapping, instance.name, sha256);
  const evaluation: RobustEvaluation | null = plan === null ? null : checkRobustPlan(instance, times, plan, goal);
  clock('check');
  const result = robustResultOf({ request, model, outcome, certificate, evaluation, driver });
  const record: RobustRunRecord = {
    result: {
      ...result,
      warnings: [...warnings, ...(after?.warnings ?? []), ...result.warnings],
      timeS: withTotal(timeS),
    },
    evaluation,
    // Where a method searches by another measure its values on the way are of that.
    trajectory: driver.trajectory
      .map(withFiniteZ)
      .map((point) =>
        result.boundOn === 'whole-bag' && !method.heeds.includes('objective') ? { ...point, incumbent: null } : point,
      ),
  };
  return { opened, mapping: outcome.mapping, plan, record, certificate, next: outcome.next ?? null };
}

/** Returns a mapping as a plan. The plan lists the tasks of each core in the order of the instance. */
export function planOf(
  { method, goal }: Pick<RobustRunRequest, 'method' | 'goal'>,
  model: RobustModel,
  mapping: Mapping,
  name: string,
  sha256: string,
): RobustPlan {
  const tasks: string[][] = Array.from({ length: model.coreCount }, () => []);
  const pStates: number[][] = Array.from({ length: model.coreCount }, () => []);
  for (let task = 0; task < model.taskCount; task++) {
    tasks[mapping.core[task]!]!.push(model.taskName(task));
    pStates[mapping.core[task]!]!.push(mapping.pState[task]!);
  }
  const cores = tasks.flatMap((own, core): CorePlan[] => {
    const node = model.nodes[model.nodeOfCore[core]!]!;
    return own.length === 0
      ? []
      : [{ node: node.name, core: core - node.firstCore, tasks: own, pStates: pStates[core]! }];
  });
  const { makespanZ, energyZ } = evaluateMapping(model, mapping);
  return {
    format: ROBUST_PLAN_FORMAT,
    formatVersion: ROBUST_PLAN_FORMAT_VERSION,
    instance: { name, sha256 },
    method: method.name,
    goal,
    claimed: { makespanZ: writtenZ(makespanZ), energyZ: writtenZ(energyZ) },
    cores,
  };
}

/**
 * Returns a point of the trajectory in which finite numbers stand for infinite quantiles, because JSON would write
 * these as null.
 */
function withFiniteZ(point: TrajectoryPoint): TrajectoryPoint {
  const { bound, incumbent } = point;
  return {
    ...point,
    bound: bound === null ? null : writtenZ(bound),
    incumbent: incumbent === null ? null : writtenZ(incumbent),
  };
}
