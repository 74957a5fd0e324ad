import { steppedCracs, withoutSteps } from '../../../../models/families/reward-rate/set-point-steps.js';
import { isRobust } from '../../../../models/families/reward-rate/worst-case.js';
import type { IdleConflict } from '../methods/infeasibility.js';
import { withinLimitedSettings, withoutSettingLimits } from './distinct-settings.js';
import { judgeOf } from './judged.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import { robustnessOf } from './robustness.js';
import { roomOf, searchRoom, type SearchStage, withStages } from './search.js';
import type { Ended } from './search-state.js';
import { onSteps, shownAs } from './set-point-steps.js';
import { begin, type Begun } from './stage.js';

/** Stages that follow a free search: what controllers and staff ask for (set-points in steps, few settings), and the data. */
const LIMIT_STAGES: readonly SearchStage[] = [
  {
    name: 'setPointSteps',
    asked: ({ opened, end: { plan } }) => steppedCracs(opened.model).length > 0 && plan !== null,
    run: (search) => {
      const request = searchedAs(search.request, search.opened);
      const opened = { ...search.opened, instance: withoutSettingLimits(search.opened.instance) };
      return onSteps({ ...search, request, opened, judge: judgeOf(request, opened) });
    },
  },
  {
    name: 'distinctSettings',
    asked: ({ opened, end: { evaluation, conflict } }) =>
      opened.instance.limits.distinctSettings !== undefined && conflict === undefined && evaluation !== null,
    run: withinLimitedSettings,
  },
  {
    // The final plan if the instance's data are exact.
    name: 'check',
    asked: ({ opened, end: { conflict } }) => isRobust(opened.instance) && conflict === undefined,
    run: ({ request: { limitChecks }, opened: { instance, matrix }, end: { plan, evaluation } }) => ({
      robust: robustnessOf({ instance, matrix, limitChecks }, evaluation === null ? null : plan),
    }),
  },
];

/** Searches for a plan on an opened model whose air is known: freely first, then under steps and few settings. */
export async function searchInAir(
  request: RunRequest,
  opened: OpenedModel,
  { driver, timeS, clock }: Begun = begin(request),
): Promise<Ended> {
  const room = roomOf({ ...opened, instance: withoutSteps(withoutSettingLimits(opened.instance)) });
  const broken = (conflict: IdleConflict): Ended => {
    clock('check');
    return { request, opened, model: room.model, conflict, timeS };
  };
  if ('conflict' in room) return broken(room.conflict);
  // Plans without steps may have set-points that the run's may not.
  const isStepped = steppedCracs(opened.model).length > 0;
  const freely = isStepped ? shownAs(driver, (progress) => ({ ...progress, incumbent: null })) : driver;
  const free = await searchRoom(searchedAs(request, opened), room, freely, { timeS, clock });
  const judge = judgeOf(request, opened);
  const ended = await withStages(LIMIT_STAGES, { ...free, request, opened, driver, judge });
  return ended.end.conflict === undefined ? ended : broken(ended.end.conflict);
}

/** Returns the request by which plans are searched before settings are removed from the best: nodes do not share time. */
function searchedAs(request: RunRequest, { instance }: OpenedModel): RunRequest {
  return instance.limits.distinctSettings === undefined ? request : { ...request, sharing: 'never' };
}
