import { withStandby } from '../../../models/problems/reward-rate/standby.js';
import { oneLine } from '../../reports/format.js';
import type { Driver } from '../../runs/control.js';
import type { Refused } from '../../instances/problem.js';
import type { Explained, ExplainOfFamily, Words } from '../family.js';
import { type BrokenLimit, type IdleConflict, idleConflict } from './methods/infeasibility.js';
import { type Conflict, conflictOf } from './runs/explain/conflict.js';
import { fixesBy, type TestedFix } from './runs/explain/fixes.js';
import { type LimitWords, readLimitWords } from './runs/explain/limit-words.js';
import { movablesOf } from './runs/explain/movable.js';
import { byPrice, type PricedFix } from './runs/explain/prices.js';
import type { OpenedProblem } from './runs/open.js';
import { OBJECTIVE_UNIT } from './runs/result-of.js';

/** Words of `explain`, judged. */
interface ExplainWords {
  readonly hard?: string;
  readonly prices?: string;
}

/** Broken limits and fixes that people are shown of each; the record has all. */
const MAX_LINES = 12;

/** Limits that keep every plan from being feasible, which of them conflict, and what would mend it. */
export const explainOfRewardRate: ExplainOfFamily<OpenedProblem> = { explain };

/** Details of the record. */
interface Explanation {
  readonly brokenLimits: readonly BrokenLimit[];
  /** Number of broken limits that are not listed. */
  readonly omitted: number;
  readonly conflict: Conflict | null;
  readonly fixes: readonly PricedFix[];
}

async function explain(opened: OpenedProblem, control: Driver, words: Words): Promise<Explained | Refused> {
  const { hard, prices } = words as ExplainWords;
  const limits = readLimitWords(movablesOf(opened.instance), { hard, prices });
  if ('problems' in limits) return { ok: false, problems: limits.problems };
  const idle = idleConflict(withStandby(opened.problem));
  const unit = { objectiveUnit: OBJECTIVE_UNIT, work: { steps: control.steps } };
  if (idle === null) {
    const details = { brokenLimits: [], omitted: 0, conflict: null, fixes: [] } satisfies Explanation;
    const line = `${oneLine(opened.instance.name)} has a plan: without any work all limits are kept.`;
    return { ok: true, ...unit, feasible: null, details, warnings: [], lines: [line] };
  }
  const found: TestedFix[] = [];
  for (const fix of fixesBy(opened, idle, limits.movables)) {
    found.push(fix);
    if (await control.step({ phase: 'fixes', bound: null, incumbent: null })) break;
  }
  const brokenLimits = brokenOf(idle);
  const conflict = conflictOf(opened, idle);
  const fixes = byPrice(found, limits);
  const stopped = control.stopReason === null ? [] : ['Stopped before all fixes were searched: there may be others.'];
  return {
    ...{ ok: true, ...unit, work: { steps: control.steps } },
    feasible: brokenLimits.some(({ proven }) => proven) ? false : null,
    infeasibility: idle,
    details: { brokenLimits, omitted: idle.omitted, conflict, fixes } satisfies Explanation,
    warnings: stopped,
    lines: lines({ brokenLimits, omitted: idle.omitted, conflict, fixes }, limits),
  };
}

/** All broken limits alike: the first without the words that it has as the first. */
function brokenOf({ constraint, where, unit, amount, proven, message, others }: IdleConflict): BrokenLimit[] {
  const own = message.slice(message.indexOf(': ') + 2);
  const first = { constraint, where, unit, amount, proven, message: `${own.charAt(0).toUpperCase()}${own.slice(1)}` };
  return [first, ...others];
}

function lines({ brokenLimits, omitted, conflict, fixes }: Explanation, { isPriced }: LimitWords): string[] {
  const rest = brokenLimits.length - MAX_LINES + omitted;
  return [
    'Broken without any work:',
    ...brokenLimits.slice(0, MAX_LINES).map(({ message }) => `  ${oneLine(message)}`),
    ...(rest > 0 ? [`  And ${rest} more (all with --json).`] : []),
    'Conflict:',
    `  ${oneLine(conflict?.message ?? '')}`,
    ...(fixes.length === 0 ? ['No changes of the limits that may move were found after which a plan exists.'] : []),
    ...(fixes.length > 0 ? [isPriced ? 'Fixes, the cheapest first:' : 'Fixes:'] : []),
    ...fixes.slice(0, MAX_LINES).map((fix) => `  ${oneLine(fix.message)}${priceText(fix, isPriced)}`),
    ...(fixes.length > MAX_LINES ? [`  And ${fixes.length - MAX_LINES} more (all with --json).`] : []),
  ];
}

function priceText({ price }: PricedFix, isPriced: boolean): string {
  if (!isPriced) return '';
  return price === null ? ' Not priced.' : ` Price ${Number(price.toPrecision(6))}.`;
}
