import type { Advice, AdviceChoice } from './advice.js';
import { failuresOf, neverPaying } from './advice-against.js';
import { changesOf } from './advice-changes.js';
import { crossing } from './advice-crossing.js';
import { evidenceOf } from './advice-evidence.js';
import {
  equalTo,
  isCheaper,
  type Ladder,
  laddersOf,
  type Rung,
  statisticsOf,
  type Step,
  stepsOf,
} from './advice-steps.js';
import { type AdviceTests, adviceTests } from './advice-tests.js';
import { budgetWords, counted, listed, medianGap, medianTime, plain } from './advice-words.js';
import { worthlessWords, worthOf } from './advice-worth.js';

import type { ClassAnalysis, StudyAnalysis } from './analysis.js';

/** Returns a recommendation for every class (comparable runs) of a study, by docs/studies/recommendation.md. */
export function advise(analysis: StudyAnalysis): Advice[] {
  return analysis.classes.map((of) => adviceOn(of, analysis));
}

function adviceOn(of: ClassAnalysis, analysis: StudyAnalysis): Advice {
  const tests = adviceTests(of, analysis.confidence);
  const ladders = laddersOf(of, tests);
  const against = failuresOf(of, ladders, analysis.failures);
  const start = `For ${kindOf(of)} (${casesWords(of, tests)})`;
  const worthless = worthlessWords(of, start);
  const canSpeak = tests.cases >= tests.casesNeeded;
  const isOpen = ladders.every(({ rungs }) => rungs.every(({ choice }) => choice.kind === 'none'));
  if (worthless !== null || isOpen || !canSpeak) {
    const said =
      canSpeak || !tests.hasTests
        ? undecided(ladders, start)
        : [`${start} there are too few cases for a recommendation.`, needed(tests), ...leading(ladders)];
    const sentences =
      worthless === null ? [said[0]!, ...worthOf(of), ...said.slice(1), ...costs(ladders)] : [worthless];
    return {
      className: of.name,
      sentences: [...sentences, ...against],
      choices: [],
      evidence: evidenceOf(ladders, tests, false),
      wouldChange: changesOf(of, ladders, tests, analysis, false),
    };
  }
  // What is taken at some budget, for want of a better one there, pays.
  const taken = ladders.flatMap(({ rungs }) =>
    rungs.map(({ choice }) => (choice.kind === 'none' ? null : choice.take)),
  );
  const never = neverPaying(ladders, tests).filter(({ method }) => !taken.includes(method));
  return {
    className: of.name,
    sentences: [
      ...ladders.flatMap((ladder) => recommended(of, ladder, start)),
      ...worthOf(of),
      ...never.map(({ sentence }) => sentence),
      ...against,
      ...ladders.flatMap(limitsOf),
    ],
    choices: ladders.flatMap(choicesOf),
    evidence: evidenceOf(ladders, tests, true),
    wouldChange: changesOf(of, ladders, tests, analysis, true),
  };
}

/**
 * Returns the sentences for a ladder (budgets of one kind, ascending): recommended and similar methods, and the budgets
 * at which the recommendation changes.
 */
function recommended(of: ClassAnalysis, ladder: Ladder, start: string): string[] {
  const steps = stepsOf(ladder);
  // The headline names methods alone: what stands beside them may change while they stay.
  const taken = takenSteps(steps);
  const parts = taken.map((step, i) => {
    const range = rangeWords(taken, i);
    if (step.choice.kind === 'none') return `${range} no choice (${reasonOf(step.choice.why)})`;
    return `${range} ${listed(equalIn(step), 'or')} (${gapsOf(step, step.choice.take)})`;
  });
  return [
    `${start}: ${parts.join(', ')}.`,
    ...steps.flatMap((step, i) => besides(step, rangeWords(steps, i))),
    ...steps.slice(1).flatMap((step, i) => changeOf(of, ladder, steps[i]!, step)),
  ];
}

/** Returns the recommended method for a range of budgets, then those with the same mean rank at all of them. */
function equalIn({ choice, rungs }: Step): string[] {
  if (choice.kind === 'none') return [];
  return equalTo(rungs[0]!.analysis, choice).filter((method) =>
    rungs.every(({ analysis }) => equalTo(analysis, choice).includes(method)),
  );
}

/** Merges consecutive ranges of budgets with the same recommended method, even if equally good methods differ. */
function takenSteps(steps: readonly Step[]): Step[] {
  const merged: Step[] = [];
  for (const step of steps) {
    const last = merged.at(-1);
    const [before, own] = [last?.choice, step.choice];
    const isSame = before?.kind === 'methods' && own.kind === 'methods' && before.take === own.take;
    if (last !== undefined && isSame)
      merged[merged.length - 1] = { choice: before, rungs: [...last.rungs, ...step.rungs] };
    else merged.push(step);
  }
  return merged;
}

/** Returns words for the i-th range of budgets, such as "up to 2 s" or "from 3 s on". */
function rangeWords(steps: readonly Step[], i: number): string {
  const rungs = steps[i]!.rungs;
  const first = budgetWords(rungs[0]!.budget);
  const last = budgetWords(rungs.at(-1)!.budget);
  if (steps.length === 1) return rungs.length === 1 ? `with ${first}` : `at every budget from ${first} to ${last}`;
  if (i === 0) return `up to ${last}`;
  if (i === steps.length - 1) return `from ${first} on`;
  return rungs.length === 1 ? `at ${first}` : `from ${first} to ${last}`;
}

/** Returns words for a method's median gap at the smallest and, if it differs, the largest budget of a range. */
function gapsOf({ rungs }: Step, method: string): string {
  const at = ({ analysis }: Rung): string => medianGap(statisticsOf(analysis, method)?.gap ?? null);
  const [first, last] = [rungs[0]!, rungs.at(-1)!];
  if (at(first) === at(last)) return at(first);
  return `${at(first)} at ${budgetWords(first.budget)}, ${at(last).replace('median gap ', '')} at ${budgetWords(last.budget)}`;
}

/** Returns sentences on the methods that are not significantly worse than the recommended one. */
function besides({ choice, rungs }: Step, range: string): string[] {
  if (choice.kind === 'none') return [];
  const { take, tied, behind } = choice;
  const { analysis } = rungs[0]!;
  const place = `${range[0]!.toUpperCase()}${range.slice(1)}`;
  const said: string[] = [];
  const equal = equalTo(analysis, choice);
  if (equal.length > 1) {
    const rank = analysis.ranking.find(({ method }) => method === take)!.meanRank;
    const apart = tied.length > equal.length ? `no test tells ${listed(tied)} apart, and ` : '';
    said.push(
      `${place} ${apart}${listed(equal)} are equal by mean rank (${plain(rank)}): take any of these; none of them is clearly cheaper.`,
    );
  } else if (tied.length > 1)
    said.push(`${place} no test tells ${listed(tied)} apart: take ${take}, ${whyTaken(analysis, take, tied)}.`);
  if (behind.length > 0) {
    const each = behind.map((method) => `${method} (${medianGap(statisticsOf(analysis, method)?.gap ?? null)})`);
    said.push(`${place} ${listed(each)} did worse than ${take}, but no test shows it.`);
  }
  return said;
}

function whyTaken(analysis: Rung['analysis'], take: string, tied: readonly string[]): string {
  const others = tied.filter((method) => method !== take);
  const isCheapest = others.every((method) => isCheaper(analysis, take, method));
  const timeS = statisticsOf(analysis, take)?.timeS ?? null;
  if (!isCheapest || timeS === null) return 'the first by mean rank; none of them is clearly cheaper';
  const slower = others.map((method) => {
    const time = statisticsOf(analysis, method)?.timeS;
    return time == null ? method : `${method} ${medianTime(time)}`;
  });
  return `the ${others.length === 1 ? 'cheaper' : 'cheapest'} (median time ${medianTime(timeS)}; ${listed(slower)})`;
}

/** Returns the sentence on the two budgets between which the recommendation changes. */
function changeOf(of: ClassAnalysis, { axis }: Ladder, before: Step, after: Step): string[] {
  if (before.choice.kind === 'none' || after.choice.kind === 'none' || before.choice.take === after.choice.take)
    return [];
  const [from, to] = [before.rungs.at(-1)!.budget, after.rungs[0]!.budget];
  const [first, second] = [before.choice.take, after.choice.take];
  const size = ({ timeLimitS, workLimit }: Rung['budget']): number => (axis === 'time' ? timeLimitS : workLimit) ?? 0;
  const found = crossing(of.anytime, axis, { first, second, from: size(from), to: size(to) });
  const between = `between ${budgetWords(from)} and ${budgetWords(to)}`;
  if (found === null) return [`Where ${between} ${second} overtakes ${first} was not measured more closely.`];
  const unit = axis === 'time' ? 's' : 'steps';
  return [
    `By the measured curves ${second} overtakes ${first} between ${plain(found.low)} and ${plain(found.high)} ${unit} (quartiles over the cases apart).`,
  ];
}

/** Returns the sentence that names the budgets that were run: the study says nothing about others. */
function limitsOf({ rungs }: Ladder): string[] {
  const [first, last] = [rungs[0]!, rungs.at(-1)!].map(({ budget }) => budgetWords(budget)) as [string, string];
  if (first === 'no limit') return [];
  const tried = `Budgets run: ${listed(rungs.map(({ budget }) => budgetWords(budget)))}`;
  const beyond = first === last ? 'of smaller or larger ones' : `below ${first} or above ${last}`;
  return [`${tried.replace('Budgets', first === last ? 'Budget' : 'Budgets')}; nothing is known ${beyond}.`];
}

function choicesOf(ladder: Ladder): AdviceChoice[] {
  return stepsOf(ladder).flatMap(({ choice, rungs }) => {
    if (choice.kind === 'none') return [];
    const { analysis, budget } = rungs[0]!;
    return {
      fromTimeS: budget.timeLimitS,
      fromSteps: budget.workLimit,
      methods: [...choice.tied, ...choice.behind],
      equal: equalTo(analysis, choice),
      medianGap: statisticsOf(analysis, choice.take)?.gap?.median ?? null,
    };
  });
}

/** Returns the sentences for a class whose methods cannot be distinguished under any budget. */
function undecided(ladders: readonly Ladder[], start: string): string[] {
  const rungs = ladders.flatMap((ladder) => ladder.rungs);
  const whys = new Map<string, string[]>();
  for (const { budget, choice } of rungs) {
    if (choice.kind !== 'none') continue;
    const why = sentence(choice.why);
    whys.set(why, [...(whys.get(why) ?? []), budgetWords(budget)]);
  }
  const reasons = [...whys].map(([why, at]) => (whys.size === 1 ? why : `With ${listed(at)}: ${why}`));
  return [`${start} this study does not distinguish the methods.`, ...reasons];
}

/** Returns the sentence on how many more cases are needed for a significant test. */
function needed({ cases, noun, casesNeeded, count, alpha }: AdviceTests): string {
  const more = casesNeeded - cases;
  const least = `With ${counted(count, 'test')} none can tell methods apart at ${plain(100 * alpha)} % below ${counted(casesNeeded, noun)}`;
  return `${least}: ${counted(more, `more ${noun}`)} ${more === 1 ? 'is' : 'are'} needed.`;
}

/**
 * Returns the sentence on the methods that come first by mean rank under each budget. The sentence is no
 * recommendation.
 */
function leading(ladders: readonly Ladder[]): string[] {
  const seen = ladders.flatMap(({ rungs }) =>
    rungs.flatMap(({ analysis, budget }) => {
      const [first] = analysis.ranking.toSorted((a, b) => a.meanRank - b.meanRank);
      const shared = analysis.ranking.filter(({ meanRank }) => meanRank === first?.meanRank);
      if (first === undefined || shared.length === analysis.ranking.length) return [];
      if (shared.length > 1)
        return [`with ${budgetWords(budget)} ${listed(shared.map(({ method }) => method))}, equal by mean rank`];
      const gap = statisticsOf(analysis, first.method)?.gap ?? null;
      return [`with ${budgetWords(budget)} ${first.method} (${medianGap(gap)})`];
    }),
  );
  return seen.length === 0 ? [] : [`Ahead so far, by mean rank, which is no proof: ${listed(seen)}.`];
}

/** Returns the sentence on the methods' times at the largest budget; empty if they do not differ. */
function costs(ladders: readonly Ladder[]): string[] {
  const rung = ladders[0]?.rungs.at(-1);
  if (rung === undefined) return [];
  const times = rung.analysis.methods.flatMap(({ method, timeS }) => (timeS === null ? [] : [{ method, timeS }]));
  times.sort((a, b) => a.timeS.median - b.timeS.median || (a.method < b.method ? -1 : 1));
  const [least, greatest] = [times[0], times.at(-1)];
  if (least === undefined || greatest === undefined || !isCheaper(rung.analysis, least.method, greatest.method))
    return [];
  const each = times.map(({ method, timeS }) => `${method} ${medianTime(timeS)}`);
  return [`Median times with ${budgetWords(rung.budget)}: ${listed(each)}.`];
}

/** Returns words for the number of cases of a class and, if smaller, of independent ones. */
function casesWords({ cases }: ClassAnalysis, tests: AdviceTests): string {
  const all = counted(cases.length, 'case');
  return tests.noun === 'case' || tests.count === 0 ? all : `${all}, ${plain(tests.cases)} independent`;
}

/** Returns words for the instances of a class, such as "reward-rate instances like room-1080 and its variants". */
function kindOf({ name, family }: ClassAnalysis): string {
  const rest = name.startsWith(`${family}, `) ? name.slice(family.length + 2) : name;
  return `${family} instances like ${rest}`;
}

/** Returns the reason contained in a verdict, as a sentence of its own. */
function sentence(verdict: string): string {
  const reason = verdict.replace(/^The study does not distinguish the methods: /, '');
  return `${reason[0]!.toUpperCase()}${reason.slice(1)}`;
}

/** Returns the reason in a verdict without full stop, for use inside a sentence. */
function reasonOf(verdict: string): string {
  const reason = sentence(verdict).replace(/\.$/, '');
  return `${reason[0]!.toLowerCase()}${reason.slice(1)}`;
}
