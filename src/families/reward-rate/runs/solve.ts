import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { hasAirOfStandby } from '../../../../models/families/reward-rate/standby-air.js';
import { steppedCracs, withoutSteps } from '../../../../models/families/reward-rate/set-point-steps.js';
import { withStandby } from '../../../../models/families/reward-rate/standby.js';
import { goesWith } from '../combinations.js';
import { withIdleRoom } from '../methods/idle-room.js';
import { idleConflict } from '../methods/infeasibility.js';
import { type Certificate, type WarmStart } from '../methods/outcome.js';
import { loadLpEngine } from '../../../solvers/linear/load.js';
import { withResult } from '../../../runs/baseline.js';
import { type Driver, runDriver, timeIsUp } from '../../../runs/control.js';
import { type Refused } from '../../../instances/fault.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';
import type { NoSearch } from './search-end.js';
import { brokenIdle } from './broken-idle.js';
import { withoutSettingLimits } from './distinct-settings.js';
import { type InsteadWords, type OpenedModel, openModel } from './open.js';
import { bestOnOwnAir } from './own-air.js';
import { unplannedStandbyFault } from './standby-air.js';
import type { RunRequest } from './request.js';
import { resultOf } from './result-of.js';
import { robustnessOf } from './robustness.js';
import type { RunRecord } from './result.js';
import { withoutIncumbents } from './set-point-steps.js';
import { trajectoryOf } from './sibling-stage.js';
import { stopWatch } from './stage.js';
import { LIMIT_STAGES, type Search, searchedAs, searchRoom, solveBy, withStages } from './search.js';

export interface SolveRequest extends RunRequest {
  readonly file: string;
  /** Options that replace fields of the instance: reserves, set-point steps and failures to survive. */
  readonly instead?: InsteadWords;
}

export interface Solved {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly plan: RewardRatePlan | null;
  readonly record: RunRecord;
  /** Proven bound of the record with its dual values; null if there is none. */
  readonly certificate: Certificate | null;
  readonly next: WarmStart | null;
}

export type SolveAnswer = { readonly ok: true; readonly solved: Solved } | Refused;

/**
 * Solves an instance file: opens it, searches for a plan, proves a bound and has the checker evaluate the plan. All
 * solving goes through this function. It writes no files.
 */
export async function solveInstance(request: SolveRequest): Promise<SolveAnswer> {
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  // From here on, so that a time limit covers reading the instance and computing its air too.
  const driver = runDriver(request);
  const opened = openModel(request.file, clock, timeIsUp(request), request.instead);
  if (!opened.ok) return opened;
  const unplanned = unplannedStandbyFault(request, opened.instance);
  if (unplanned !== null) return { ok: false, faults: [unplanned] };
  return { ok: true, solved: await solveOpened(request, opened, { driver, timeS }) };
}

/** A run that began before its model was opened: its driver, and the times of its phases so far, s. */
interface Begun {
  readonly driver: Driver;
  readonly timeS: Readonly<Record<string, number>>;
}

/** Runs a method on an opened model, such as one of many with the same air flow. */
export async function solveOpened(
  request: RunRequest,
  opened: OpenedModel,
  { driver, timeS }: Begun = { driver: runDriver(request), timeS: {} },
): Promise<Solved> {
  return opened.model.asleep === undefined && hasAirOfStandby(opened.instance)
    ? searchOnOwnAir(request, opened, timeS)
    : search(request, opened, { driver, timeS });
}

/** Runs a method on the air flows of several sets of nodes on standby, all within the limits of one run. */
async function searchOnOwnAir(request: RunRequest, opened: OpenedModel, timeS: Begun['timeS']): Promise<Solved> {
  const beginS = request.nowS();
  const { timeLimitS } = request.limits;
  // A start from a neighbour's run, in other air, is none here.
  const { start, ...alone } = request;
  const isOver = (): boolean => request.interrupted() || (timeLimitS !== null && request.nowS() - beginS >= timeLimitS);
  const within = (): RunRequest => {
    const leftS = timeLimitS === null ? null : Math.max(0, timeLimitS - (request.nowS() - beginS));
    return { ...alone, limits: { ...request.limits, timeLimitS: leftS } };
  };
  const best = await bestOnOwnAir(opened, {
    solve: (on) => solveOpened(within(), on),
    choose: async (model) => {
      if (!goesWith(request.method, 'needsStandby')) return null;
      const free = withStandby(model);
      if (idleConflict(free) !== null) return null;
      const asked = within();
      const engine = request.started ?? (await loadLpEngine(request.engine));
      const chosen = { start: null };
      const { plan } = await solveBy(asked, engine, withIdleRoom(free), request.method, runDriver(asked), chosen);
      return plan === null ? null : (plan.standby ?? []);
    },
    shouldStop: isOver,
  });
  const { total = 0, ...own } = best.record.result.timeS;
  const all = { ...timeS, airs: request.nowS() - beginS - total, ...own };
  return withResult(best, { timeS: withTotal(all) });
}

async function search(request: RunRequest, opened: OpenedModel, { driver, timeS }: Begun): Promise<Solved> {
  const { nowS, limits } = request;
  const watch = stopWatch(nowS);
  const isLate = (): boolean => limits.timeLimitS !== null && nowS() - watch.startS >= limits.timeLimitS;
  const free = { ...opened, instance: withoutSteps(withoutSettingLimits(opened.instance)) };
  const isStepped = steppedCracs(opened.model).length > 0;
  const freely = isStepped ? withoutIncumbents(driver) : driver;
  const begun = await searchRoom(searchedAs(request, opened), free, freely, { timeS, watch });
  if (!('end' in begun)) return notSearched(request, opened, begun, { timeS, watch });
  const ended = await withStages(LIMIT_STAGES, { ...begun, request, opened, driver, isLate });
  const { conflict, model } = ended.end;
  return conflict === undefined ? solved(ended) : notSearched(request, opened, { model, conflict }, ended);
}

/** Returns the run in which even the idle facility violates a limit. */
async function notSearched(
  request: RunRequest,
  opened: OpenedModel,
  end: NoSearch,
  { timeS, watch }: Pick<Search, 'timeS' | 'watch'>,
): Promise<Solved> {
  const { instance, matrix } = opened;
  const record = await brokenIdle(request, opened, end);
  const run = { instance, matrix, plan: null, record, certificate: null, next: null };
  return withResult(run, { timeS: withTotal({ ...timeS, check: (timeS['check'] ?? 0) + watch.lapS() }) });
}

/** Phases of a run until its method and the cheaper methods have ended. */
const UNTIL_METHOD_ENDS = ['load', 'airflow', 'model', 'method', 'siblings'];

function solved({ request, opened: { instance, matrix, warnings }, driver, timeS, end }: Search): Solved {
  const { model, outcome, isAdopted, found: last, notJudged, steps, settings, wasHurried } = end;
  const methodEndS = UNTIL_METHOD_ENDS.reduce((sum, phase) => sum + (timeS[phase] ?? 0), 0);
  const { certificate } = last;
  const result = resultOf({
    request,
    instance,
    matrix,
    model,
    outcome: last.outcome,
    certificate,
    plan: last.plan,
    evaluation: last.evaluation,
    driver,
    wasHurried,
  });
  const robust = robustnessOf(instance, matrix, last.evaluation === null ? null : last.plan);
  const record: RunRecord = {
    result: {
      ...result,
      ...(last.leastPower === undefined ? {} : { leastPower: last.leastPower }),
      ...(last.money === undefined ? {} : { money: last.money }),
      ...(steps === undefined ? {} : { setPointSteps: steps }),
      ...(steps === undefined || result.boundWithSharing !== undefined || certificate === null
        ? {}
        : { boundScope: certificate.scope }),
      ...(settings === undefined ? {} : { distinctSettings: settings }),
      ...(last.isRefuted === true ? { termination: 'failed' as const } : {}),
      ...(robust === null ? {} : { robust }),
      ...(notJudged === null ? {} : { gapReason: 'the plan was not judged: the checker cannot finish exactly' }),
      warnings: [
        ...warnings,
        ...outcome.warnings,
        ...(last.warnings ?? []),
        ...(notJudged === null ? [] : [`The plan was not judged, so it counts as infeasible. ${notJudged}`]),
        ...result.warnings,
      ],
      timeS: withTotal(timeS),
    },
    evaluation: last.evaluation,
    trajectory: trajectoryOf(driver, isAdopted ? result : null, methodEndS),
  };
  return { instance, matrix, plan: last.plan, record, certificate, next: outcome.next ?? null };
}
