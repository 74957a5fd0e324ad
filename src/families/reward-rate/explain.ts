import { withStandby } from '../../../models/problems/reward-rate/standby.js';
import type { Refused } from '../../instances/problem.js';
import { loadLpEngine, type LpEngineName } from '../../solvers/linear/load.js';
import type { Explained, Explaining, ExplainOfFamily } from '../family.js';
import { type BrokenLimit, type IdleConflict, idleConflict } from './methods/infeasibility.js';
import { METHODS } from './methods/registry.js';
import { explainText } from './report/explain-text.js';
import { conflictOf } from './runs/explain/conflict.js';
import type { Explanation } from './runs/explain/explanation.js';
import { fixesBy, type TestedFix } from './runs/explain/fixes.js';
import { type LimitWords, readLimitWords } from './runs/explain/limit-words.js';
import { movablesOf } from './runs/explain/movable.js';
import { byPrice } from './runs/explain/prices.js';
import { type WantedReward, wantedReward } from './runs/explain/wanted.js';
import type { OpenedProblem } from './runs/open.js';
import { OBJECTIVE_UNIT } from './runs/result-of.js';

/** Words of `explain`, judged. */
interface ExplainWords {
  readonly hard?: string;
  readonly prices?: string;
  readonly wantedReward?: number;
  readonly engine?: LpEngineName;
}

/** Limits that keep every plan from being feasible, which of them conflict, and what would mend it; what a wanted reward needs. */
export const explainOfRewardRate: ExplainOfFamily<OpenedProblem> = { explain };

/** Seed of runs: that of `solve` where it is not told another. */
const SEED = 1;
/** Warning where a reward is wanted of a room without plans. */
const NOT_YET = 'there is no plan yet, so what the wanted reward needs was not searched: mend the broken limits first.';

async function explain(opened: OpenedProblem, asked: Explaining): Promise<Explained | Refused> {
  const { hard, prices, wantedReward: reward } = asked.words as ExplainWords;
  const limits = readLimitWords(movablesOf(opened.instance), { hard, prices });
  if ('problems' in limits) return { ok: false, problems: limits.problems };
  const idle = idleConflict(withStandby(opened.problem));
  if (idle !== null) return explainBroken(opened, idle, limits, asked);
  const wanted = reward === undefined ? {} : { wanted: await needsOf(opened, reward, limits, asked) };
  const details: Explanation = { brokenLimits: [], omitted: 0, conflict: null, fixes: [], ...wanted };
  return {
    ...{ ok: true, objectiveUnit: OBJECTIVE_UNIT, feasible: null },
    details: { ...details },
    work: { steps: asked.control.steps },
    warnings: asked.control.stopReason === null ? [] : ['Stopped before all brackets were as narrow as they would be.'],
    lines: explainText(opened.instance.name, details, limits.isPriced),
  };
}

async function explainBroken(
  opened: OpenedProblem,
  idle: IdleConflict,
  limits: LimitWords,
  { control, words }: Explaining,
): Promise<Explained> {
  const found: TestedFix[] = [];
  for (const fix of fixesBy(opened, idle, limits.movables)) {
    found.push(fix);
    if (await control.step({ phase: 'fixes', bound: null, incumbent: null })) break;
  }
  const brokenLimits = brokenOf(idle);
  const conflict = conflictOf(opened, idle);
  const details: Explanation = { brokenLimits, omitted: idle.omitted, conflict, fixes: byPrice(found, limits) };
  return {
    ...{ ok: true, objectiveUnit: OBJECTIVE_UNIT },
    feasible: brokenLimits.some(({ proven }) => proven) ? false : null,
    infeasibility: idle,
    details: { ...details },
    work: { steps: control.steps },
    warnings: [
      ...(control.stopReason === null ? [] : ['Stopped before all fixes were searched: there may be others.']),
      ...((words as ExplainWords).wantedReward === undefined ? [] : [NOT_YET]),
    ],
    lines: explainText(opened.instance.name, details, limits.isPriced),
  };
}

async function needsOf(
  opened: OpenedProblem,
  reward: number,
  { movables }: LimitWords,
  { words, control, limits, nowS, interrupted }: Explaining,
): Promise<WantedReward> {
  const { engine = 'highs' } = words as ExplainWords;
  const started = await loadLpEngine(engine);
  const [method] = METHODS as readonly [(typeof METHODS)[number]];
  return wantedReward(opened, reward, movables, {
    request: () => ({
      ...{ method, naive: false, seed: SEED, engine, started, withBound: true, limits: limits(), nowS, interrupted },
      onProgress: () => undefined,
    }),
    ended: () => control.step({ phase: 'wanted reward', bound: null, incumbent: null }),
  });
}

/** All broken limits alike: the first without the words that it has as the first. */
function brokenOf({ constraint, where, unit, amount, proven, message, others }: IdleConflict): BrokenLimit[] {
  const own = message.slice(message.indexOf(': ') + 2);
  const first = { constraint, where, unit, amount, proven, message: `${own.charAt(0).toUpperCase()}${own.slice(1)}` };
  return [first, ...others];
}
