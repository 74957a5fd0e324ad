import type { Scalar } from '../plan/study.js';
import { byRank, isCheaper, type Ladder, type Rung, statisticsOf, type Step, stepsOf } from './advice-steps.js';
import type { AdviceTests } from './advice-tests.js';
import { budgetWords, counted, listed, medianTime, percentAsKnown, testP } from './advice-words.js';
import type { ClassAnalysis, StudyAnalysis } from './analysis.js';
import { groupedBy } from './grouped-by.js';

/** Maximum number of cases that a sentence names; the report's tables have all. */
const MAX_CASES_SAID = 3;
/**
 * Maximum p-value at which more cases may still prove a pair of methods different. The report then suggests more cases.
 */
const NEARLY = 0.2;

/**
 * Median gap, a fraction, up to which nothing is left for a larger budget to improve. The value is the tolerance for
 * solved cases.
 */
const NOTHING_LEFT = 1e-4;

/** Returns sentences on what could change the recommendation, such as larger budgets, more cases or missing runs. */
export function changesOf(
  of: ClassAnalysis,
  ladders: readonly Ladder[],
  tests: AdviceTests,
  { missing }: StudyAnalysis,
  isDecided: boolean,
): string[] {
  const steps = ladders.flatMap((ladder) => stepsOf(ladder).map((step) => ({ ladder, step })));
  const said = [
    ...(isDecided ? steps.flatMap(({ step }) => otherWinners(of, step, tests)) : []),
    ...(isDecided ? steps.flatMap(({ step }) => worthOfGap(step)) : []),
    ...ladders.flatMap((ladder) => stillFalling(ladder)),
    ...nearlyProven(ladders, tests),
    ...(ladders.some(({ axis }) => axis === 'steps') ? [STEPS_DIFFER] : []),
    ...(of.budgets.some(({ over }) => over === 'seeds') ? [SEEDS_ALONE] : []),
    ...(missing === 0 ? [] : [`${counted(missing, 'run')} of the study ${missing === 1 ? 'is' : 'are'} missing.`]),
    'Instances of another kind are not covered: run the study on them.',
  ];
  return [...new Set(said)];
}

/** Sentence for tests over seeds on the same instances. */
const SEEDS_ALONE = 'The tests are over seeds, for want of instances: what they find holds for these instances alone.';
/** Warning that a step is a different amount of work in each method. */
const STEPS_DIFFER =
  'A step is another amount of work in every method: budgets in steps repeat exactly, but only budgets in time are equal.';

/** Returns sentences on the cases in which another method was better than the recommended one. */
function otherWinners(of: ClassAnalysis, { choice, rungs }: Step, tests: AdviceTests): string[] {
  if (choice.kind === 'none') return [];
  const { index, analysis, budget } = rungs.at(-1)!;
  return byRank(analysis).flatMap((other) => {
    const seen = other === choice.take ? null : tests.versus(index, choice.take, other);
    if (seen === null || seen.losses === 0) return [];
    const named = seen.lostIn.slice(0, MAX_CASES_SAID).map((key) => caseWords(of, key));
    const examples = named.length === 0 ? '' : `: ${named.length < seen.losses ? 'such as ' : ''}${listed(named)}`;
    return [
      `With ${budgetWords(budget)} ${other} was better than ${choice.take} in ${seen.losses} of ${counted(seen.cases, tests.noun)}${examples}.`,
    ];
  });
}

/** Returns a case in words: its values of the parameters in which the cases of the class differ. */
function caseWords(of: ClassAnalysis, key: string): string {
  const found = of.cases.find((one) => one.key === key);
  if (found === undefined) return key;
  const values = (axis: string): Set<Scalar | undefined> => new Set(of.cases.map(({ cell }) => cell[axis]));
  const differing = Object.keys(found.cell).filter((axis) => values(axis).size > 1);
  const axes = differing.length === 0 ? Object.keys(found.cell) : differing;
  return axes.map((axis) => `${axis} ${String(found.cell[axis])}`).join(', ') || key;
}

/**
 * Returns a sentence on the best of the methods that take less time than the recommended one, with the difference of
 * median gaps; empty if there is none.
 */
function worthOfGap({ choice, rungs }: Step): string[] {
  if (choice.kind === 'none') return [];
  const { analysis, budget } = rungs[0]!;
  const own = statisticsOf(analysis, choice.take);
  if (own?.gap == null || own.timeS === null) return [];
  const { gap, timeS } = own;
  const cheaper = analysis.methods.flatMap((theirs) => {
    const more = (theirs.gap?.median ?? -Infinity) - gap.median;
    return more > 0 && isCheaper(analysis, theirs.method, choice.take) ? [{ theirs, more }] : [];
  });
  cheaper.sort((a, b) => a.more - b.more || (a.theirs.method < b.theirs.method ? -1 : 1));
  // The best of the cheaper ones stands for them.
  return cheaper.slice(0, 1).map(({ theirs, more }) => {
    const wider = widthOf(theirs) > widthOf(own) ? theirs : own;
    const amount = percentAsKnown(more, wider.gap!.medianInterval ?? wider.gap!.interval);
    const times = `median time ${medianTime(theirs.timeS!)}; ${choice.take} ${medianTime(timeS)}`;
    return `With ${budgetWords(budget)}: if ${amount} of gap (difference of the medians) does not matter, ${theirs.method} is the cheaper (${times}).`;
  });
}

function widthOf({
  gap,
}: {
  readonly gap: {
    readonly medianInterval: { low: number; high: number } | null;
    readonly interval: { low: number; high: number } | null;
  } | null;
}): number {
  const interval = gap?.medianInterval ?? gap?.interval ?? null;
  return interval === null ? 0 : interval.high - interval.low;
}

/** Returns a sentence on the other methods whose median gap was still decreasing at the largest budget. */
function stillFalling({ rungs }: Ladder): string[] {
  const [before, last] = [rungs.at(-2), rungs.at(-1)];
  if (before === undefined || last === undefined) return [];
  const { take, tied } = last.choice.kind === 'none' ? { take: null, tied: [] as readonly string[] } : last.choice;
  // Nothing is left to gain on a method that is at the bound.
  const leader = statisticsOf(last.analysis, take ?? byRank(last.analysis)[0] ?? '')?.gap ?? null;
  if (leader !== null && leader.median <= NOTHING_LEFT) return [];
  const falling = byRank(last.analysis).filter((method) => !tied.includes(method) && fell(before, last, method));
  // What reads the same is no improvement.
  const each = falling.flatMap((method) => {
    const [from, to] = [before, last].map(({ analysis }) => statisticsOf(analysis, method)!.gap!);
    const words = [from!, to!].map((gap) => percentAsKnown(gap.median, gap.medianInterval ?? gap.interval));
    if (words[0] === words[1]) return [];
    return `${method} (median gap ${words[0]!} with ${budgetWords(before.budget)}, ${words[1]!} with ${budgetWords(last.budget)})`;
  });
  if (each.length === 0) return [];
  return [
    `A budget above ${budgetWords(last.budget)} may change ranks: there ${listed(each)} still ${each.length === 1 ? 'improves' : 'improve'}.`,
  ];
}

/**
 * Returns true if a larger budget clearly reduced a method's gap. This is so if the median at `last` is below the
 * confidence interval of the median at the smaller budget `before`. With too few values, the interval of the mean is
 * used.
 */
function fell(before: Rung, last: Rung, method: string): boolean {
  const [from, to] = [before, last].map(({ analysis }) => statisticsOf(analysis, method)?.gap ?? null);
  if (from == null || to == null) return false;
  const interval = from.medianInterval ?? from.interval;
  return interval !== null && to.median < interval.low;
}

/**
 * Returns sentences on pairs of methods whose difference is almost significant (p-value up to NEARLY). Pairs with the
 * same better method and p-value share a sentence.
 */
function nearlyProven(ladders: readonly Ladder[], tests: AdviceTests): string[] {
  return ladders.flatMap(({ rungs }) => {
    const rung = rungs.at(-1)!;
    const order = byRank(rung.analysis);
    const take = rung.choice.kind === 'none' ? null : rung.choice.take;
    const found = order.flatMap((first, i) =>
      order.slice(i + 1).flatMap((second) => {
        if (take !== null && first !== take && second !== take) return [];
        const seen = tests.versus(rung.index, first, second);
        if (seen?.p == null || seen.proven !== 0 || seen.p > NEARLY) return [];
        const [ahead, other] = (seen.effect ?? 1) >= 0 ? [first, second] : [second, first];
        return [{ ahead, other, p: testP(seen.p) }];
      }),
    );
    const alike = groupedBy(found, ({ ahead, p }) => JSON.stringify([ahead, p]));
    return [...alike.values()].map((own) => {
      const [{ ahead, p }] = own as [(typeof own)[number]];
      const others = listed(own.map(({ other }) => other));
      return `More cases may show by test that ${ahead} is better than ${others} with ${budgetWords(rung.budget)} (${p} so far).`;
    });
  });
}
