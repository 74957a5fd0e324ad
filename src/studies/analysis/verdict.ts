import type { BudgetAnalysis, PairStatistics } from './analysis.js';
import { type CaseRun, TIE } from './cases.js';
import type { BudgetContext } from './context.js';
import { leastPairs } from './observations.js';
import { isApart } from './ranking.js';

/** Maximum number of pairs of methods that a verdict names; the pairwise table has all. */
const MAX_PAIRS_NAMED = 5;
/**
 * Best possible value of an objective that has one, by unit and direction: a probability is at most 1 and at least 0.
 */
const BEST_POSSIBLE: Readonly<Record<string, Readonly<Record<'more' | 'less', number>>>> = {
  probability: { more: 1, less: 0 },
};

/**
 * Returns why tests between the methods are meaningless, such as equal plans in all cases; null if they are meaningful.
 */
export function saturation(context: BudgetContext): string | null {
  const { runClass, methods, complete, byMethod, gapTolerance } = context;
  if (methods.length < 2) return `only ${methods[0] ?? 'no method'} was run`;
  if (complete.length === 0) return 'no case was run by every method';
  const rows = complete.map((one) => methods.map((method) => byMethod.get(method)!.get(one)!));
  if (rows.flat().every(({ plan }) => plan === null))
    return `no method has a feasible plan in any of ${counted(complete.length)}`;
  if (rows.every(isSame)) return `all methods find the same, but for rounding, in ${counted(complete.length, 'all')}`;
  if (!rows.flat().every(({ plan }) => plan !== null)) return null;
  const limit = percent(gapTolerance);
  if (rows.flat().every(({ gap }) => gap !== null && gap <= gapTolerance + TIE))
    return `every gap is at most ${limit}, in ${counted(complete.length, 'all')}`;
  const possible = BEST_POSSIBLE[runClass.unit]?.[runClass.better];
  if (possible !== undefined && rows.flat().every(({ plan }) => Math.abs(plan! - possible) <= gapTolerance + TIE)) {
    return `every ${runClass.unit} is ${possible} to within ${limit}, in ${counted(complete.length, 'all')}`;
  }
  return null;
}

/** Returns true if all runs of a case found the same objective, or none found a plan. */
function isSame(runs: readonly CaseRun[]): boolean {
  const plans = runs.map(({ plan }) => plan).filter((plan) => plan !== null);
  if (plans.length === 0) return true;
  return plans.length === runs.length && Math.max(...plans) - Math.min(...plans) <= TIE * runs[0]!.of.scale;
}

/**
 * Returns the conclusion about the methods under a budget as a sentence, without a winner if the study does not
 * distinguish them.
 */
export function verdictOf(
  context: BudgetContext,
  pairs: readonly PairStatistics[],
  saturated: string | null,
): Pick<BudgetAnalysis, 'distinguishes' | 'verdict'> {
  if (saturated !== null)
    return { distinguishes: false, verdict: `The study does not distinguish the methods: ${saturated}.` };
  const apart = pairs.filter((pair) => isApart(pair, context));
  if (apart.length === 0)
    return {
      distinguishes: false,
      verdict: `The study does not distinguish the methods: ${undecided(context, pairs)}.`,
    };
  const surest = [...apart].sort((one, other) => one.pHolm! - other.pHolm!).slice(0, MAX_PAIRS_NAMED);
  const found = surest.map((pair) => {
    const [better, worse] = pair.effect! > 0 ? [pair.first, pair.second] : [pair.second, pair.first];
    return `${better} is better than ${worse} (p = ${short(pair.pHolm!)}, ${better === pair.first ? pair.wins : pair.losses} to ${better === pair.first ? pair.losses : pair.wins} of ${pair.cases})`;
  });
  const rest = pairs.length - apart.length;
  const others = rest === 0 ? '' : `; no test tells the other ${rest === 1 ? 'pair' : `${rest} pairs`} apart`;
  const more = apart.length - surest.length;
  const further = more === 0 ? '' : `; tests tell ${more} more ${more === 1 ? 'pair' : 'pairs'} apart`;
  return { distinguishes: true, verdict: `${scopeOf(context)}, ${found.join('; ')}${further}${others}.` };
}

/** Returns words on what the tests are over, such as "Over 12 instances". */
function scopeOf({ over, complete }: BudgetContext): string {
  const instances = new Set(complete.map(({ instance }) => instance)).size;
  if (over === 'instances') return `Over ${instances} instances`;
  return instances === 1
    ? 'On this one instance, over its seeds'
    : `On these ${instances} instances alone, over their seeds`;
}

/** Returns text that says why no test is significant. */
function undecided({ methods, confidence }: BudgetContext, pairs: readonly PairStatistics[]): string {
  const alpha = 1 - confidence;
  const most = Math.max(...pairs.map(({ cases }) => cases));
  const least = leastPairs((methods.length * (methods.length - 1)) / 2, alpha);
  if (most < least) {
    const cases = most === 1 ? 'one independent case is' : `${most} independent cases are`;
    return `${cases} too few: with ${methods.length} methods a test at ${percent(alpha)} needs ${least} after Holm's adjustment, and runs that only repeat an answer under other seeds count once. What each found on these very instances is in the tables`;
  }
  const tested = pairs.flatMap(({ pHolm }) => pHolm ?? []);
  const smallest = tested.length === 0 ? 'no pair differs' : `the smallest adjusted p is ${short(Math.min(...tested))}`;
  return `no paired test is significant at ${percent(alpha)} after Holm's adjustment (${smallest}, ${most} cases)`;
}

function counted(cases: number, all = ''): string {
  return cases === 1 ? 'the one case' : `${all === '' ? '' : `${all} `}${cases} cases`;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))} %`;
}

/** Returns a number as text with up to two digits. Small numbers are written as powers of ten. */
function short(p: number): string {
  return p < 1e-4 ? p.toExponential(1) : String(Number(p.toPrecision(2)));
}
