import type { CheckedRoom } from '../check/check-plan.js';
import { steppedCracs, withoutSteps } from '../../../../models/families/reward-rate/set-point-steps.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { type Driver, runDriver } from '../../../runs/control.js';
import type { IdleConflict } from '../methods/infeasibility.js';
import type { Certificate, WarmStart } from '../methods/outcome.js';
import { withinLimitedSettings, withoutSettingLimits } from './distinct-settings.js';
import { judgeOf } from './judged.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import { brokenRecord, recordOf } from './result-of.js';
import type { RunRecord } from './result.js';
import { roomOf, searchedAs, searchRoom, type SearchStage, withStages } from './search.js';
import { onSteps, shownAs } from './set-point-steps.js';
import { stopWatch } from './stage.js';

/** A run at its end. */
export interface Solved extends CheckedRoom {
  readonly plan: RewardRatePlan | null;
  readonly record: RunRecord;
  /** Proven bound of the record with its dual values; null if there is none. */
  readonly certificate: Certificate | null;
  readonly next: WarmStart | null;
}

/** A run that began before its model was opened: its driver, and the times of its phases so far, s. */
export interface Begun {
  readonly driver: Driver;
  readonly timeS: Readonly<Record<string, number>>;
}

/** Stages that follow a search with what controllers and staff ask for: set-points in steps and few settings. */
const LIMIT_STAGES: readonly SearchStage[] = [
  {
    name: 'setPointSteps',
    asked: ({ opened, end: { found } }) => steppedCracs(opened.model).length > 0 && found.plan !== null,
    run: (search) => {
      const opened = { ...search.opened, instance: withoutSettingLimits(search.opened.instance) };
      const request = searchedAs(search.request, search.opened);
      return onSteps({ ...search, request, opened, judge: judgeOf(request, opened) });
    },
  },
  {
    name: 'distinctSettings',
    asked: ({ opened, end: { found, conflict } }) =>
      opened.instance.limits.distinctSettings !== undefined && conflict === undefined && found.evaluation !== null,
    run: withinLimitedSettings,
  },
];

/** Runs a method on an opened model whose air is known: it searches freely first, then under steps and few settings. */
export async function solveInAir(
  request: RunRequest,
  opened: OpenedModel,
  { driver, timeS }: Begun = { driver: runDriver(request), timeS: {} },
): Promise<Solved> {
  const { instance, matrix } = opened;
  const { limitChecks } = request;
  const watch = stopWatch(request.nowS);
  const room = roomOf({ ...opened, instance: withoutSteps(withoutSettingLimits(instance)) });
  const broken = async (conflict: IdleConflict, spentS: Begun['timeS']): Promise<Solved> => {
    const times = { ...spentS, check: (spentS['check'] ?? 0) + watch.lapS() };
    const record = await brokenRecord(request, { opened, model: room.model, conflict }, times);
    return { instance, matrix, limitChecks, plan: null, record, certificate: null, next: null };
  };
  if ('conflict' in room) return broken(room.conflict, timeS);
  // Plans without steps may have set-points that the run's may not.
  const isStepped = steppedCracs(opened.model).length > 0;
  const freely = isStepped ? shownAs(driver, (progress) => ({ ...progress, incumbent: null })) : driver;
  const free = await searchRoom(searchedAs(request, opened), room, freely, { timeS, watch });
  const judge = judgeOf(request, opened);
  const ended = await withStages(LIMIT_STAGES, { ...free, request, opened, driver, judge });
  const { conflict, found, outcome } = ended.end;
  if (conflict !== undefined) return broken(conflict, ended.timeS);
  const { plan, certificate } = found;
  return { instance, matrix, limitChecks, plan, record: recordOf(ended), certificate, next: outcome.next ?? null };
}
