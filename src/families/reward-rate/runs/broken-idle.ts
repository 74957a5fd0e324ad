import { endOfRun } from '../../../runs/end-of-run.js';
import { boundScope } from '../methods/bound/certificate.js';
import { loadLpEngine } from '../../../solvers/linear/load.js';
import { placementOf } from '../methods/outcome.js';
import { idleNodes } from '../methods/rounding/node-plan.js';
import { knownFixes } from './fixes.js';
import { judged, planOf } from './judged.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import type { NoSearch } from './search-end.js';
import { named, ownFields } from './result-of.js';
import type { RunRecord, RunResult } from './result.js';

/** Returns the record of a run in which even the idle facility violates a limit, so that no plan is searched. */
export async function brokenIdle(
  request: RunRequest,
  opened: OpenedModel,
  { model, conflict }: NoSearch,
): Promise<RunRecord> {
  const { instance, matrix, warnings } = opened;
  const idlePlan = planOf(
    request,
    { plan: { setPointsC: conflict.setPointsC, ...placementOf(model, idleNodes(model)) }, claimedRewardPerS: 0 },
    opened,
  );
  const { evaluation } = judged({ ...request, constraints: [] }, instance, matrix, idlePlan!);
  const engine = request.withNodeFixes === true ? (request.started ?? (await loadLpEngine(request.engine))) : undefined;
  const fixes = knownFixes(opened, engine);
  const { result: end } = endOfRun(
    {
      ...named(request, instance),
      objective: null,
      verdict: null,
      boundScope: boundScope(model),
      driver: { stopReason: null },
      stoppedEarly: false,
      infeasibility: { ...conflict, ...fixes },
      withoutPlan: 'there is no feasible plan',
      warnings,
      work: {},
    },
    { objective: { proven: null, own: null, isUpper: true, says: '', proof: '' } },
  );
  const result: RunResult = { ...end, ...ownFields(request, instance, matrix, null) };
  const idle = evaluation === null ? {} : { idle: { plan: idlePlan!, evaluation } };
  return { result, evaluation: null, ...idle, trajectory: [] };
}
