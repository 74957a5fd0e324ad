import type { InsteadWords, OpenedModel } from './runs/open.js';
import { comparedValues } from '../../reports/figures.js';
import { figures } from './figures.js';
import { boundCovers } from './methods/bound/certificate.js';
import { factsOf } from './report/facts.js';
import { planCsv } from './report/plan-csv.js';
import { summaryText } from './report/summary.js';
import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import { CRITERIA } from './runs/alternatives.js';
import { asksForFailures, type FailureWords } from './runs/failure-words.js';
import { FALLBACK_FILES } from './runs/failures.js';
import { rulesOf } from './runs/sharing-rules.js';
import { ConstraintFault, constraintsOf } from './runs/constraints.js';
import type { Refused } from '../../instances/fault.js';
import { withBaseline, withResult } from '../../runs/baseline.js';
import { type Solved, solveInstance, solveOpened } from './runs/solve.js';
import type { RunTexts, SearchRequest, SolvedByFamily, SolveOfFamily } from '../family.js';
import type { ValuesOf } from '../options.js';
import type { REWARD_RATE_OPTIONS } from './options.js';
import { analysed } from './solve-stages.js';
import { readRunWords, runChoices, type RunWords } from './run-words.js';

type RewardRateSolveWords = RunWords & ValuesOf<typeof REWARD_RATE_OPTIONS, 'solve'>;

export const solveOfRewardRate: SolveOfFamily<OpenedModel> = {
  progressUnit: '',
  readWords: readRunWords,
  solve,
  // Searches that price limits cannot always avoid the combinations that the literal Eq. 21 gives no positive time for.
  // And most methods know nothing of the user's own limits.
  unknownToSome: ['colocationModel', 'own'],
};

async function solve({ words, opened, ...asked }: SearchRequest<OpenedModel>): Promise<SolvedByFamily | Refused> {
  const chosen = words as unknown as RewardRateSolveWords;
  if (opened !== undefined)
    return trialOf(await solveOpened({ ...asked, ...runChoices(chosen) }, opened), opened, chosen);
  const instead = words as InsteadWords;
  const own = await constraintsOf(chosen.constraints);
  if (!own.ok) return own;
  const refused = await refusedFailures(asked.file, chosen);
  if (refused !== null) return refused;
  const request = { ...asked, ...runChoices(chosen), instead, withNodeFixes: true, constraints: own.constraints };
  try {
    const answer = await solveInstance(request);
    if (!answer.ok) return answer;
    const { solved, plans } = await analysed({ request, words: chosen, solved: answer.solved });
    return { ...answerOf(solved), texts: (baseline = null) => textsOf(withBaseline(solved, baseline), plans) };
  } catch (error) {
    if (error instanceof ConstraintFault) return { ok: false, faults: [error.fault] };
    throw error;
  }
}

/** Returns the answer of `solve` without the texts of its files. */
function answerOf(solved: Solved): Omit<SolvedByFamily, 'texts'> {
  const { plan, record } = solved;
  return {
    ok: true,
    result: record.result,
    ...(plan === null || !record.result.feasible ? {} : { rules: rulesOf(plan) }),
    plan,
    summary: (files) => summaryText(withResult(solved, { files })),
  };
}

/**
 * Returns the answer of a run that is one trial of a study. With option `naive` it has no trajectory, because its
 * rewards ignore co-location until the last plan.
 */
function trialOf(solved: Solved, { model, matrix }: OpenedModel, { naive }: RewardRateSolveWords): SolvedByFamily {
  const { plan, record } = solved;
  return {
    ...answerOf(solved),
    texts: () => textsOf(solved, new Map()),
    trajectory: naive === true ? null : record.trajectory,
    compared: () => ({
      ...comparedValues(figures, { ...solved, facts: factsOf(solved) }),
      covered:
        plan === null ||
        boundCovers(
          model,
          matrix.cracNames.map((name) => plan.setPointsC[name]!),
        ),
    }),
  };
}

/**
 * Returns a refusal if the options name CRACs that the instance does not have; otherwise null. It is called before any
 * search. A file that cannot be read also gives null, because that is reported elsewhere.
 */
async function refusedFailures(file: string, words: FailureWords): Promise<Refused | null> {
  if (!asksForFailures(words)) return null;
  const [{ failuresAsked }, { loadRewardRateInstance }] = await Promise.all([
    import('./studies/failures/asked.js'),
    import('./instances/load.js'),
  ]);
  const loaded = loadRewardRateInstance(file);
  const asked = loaded.ok ? failuresAsked(loaded.instance, words) : null;
  return asked?.ok === false ? asked : null;
}

async function textsOf(solved: Solved, plans: ReadonlyMap<string, RewardRatePlan>): Promise<RunTexts> {
  const { renderReport } = await import('./report/report.js');
  const { plan, instance, matrix, record } = solved;
  const { evaluation, idle, trajectory } = record;
  return {
    plan:
      plan === null ? null : { json: `${JSON.stringify(plan, null, 1)}\n`, csv: planCsv(instance, matrix.zones, plan) },
    // An earlier run's alternatives and fallbacks go with its plan.
    more: [
      ...Object.entries(CRITERIA).map(([criterion, { file }]) => [`${criterion}Plan`, file] as const),
      ...FALLBACK_FILES.map((name, n) => [`fallbackPlan${n + 1}`, name] as const),
    ].map(([key, name]) => ({ key, name, text: planText(plans.get(name)) })),
    page: (files) => renderReport(withResult(solved, { files })),
    report: { evaluation, ...(idle === undefined ? {} : { idle }), trajectory },
  };
}

function planText(plan: RewardRatePlan | undefined): string | null {
  return plan === undefined ? null : `${JSON.stringify(plan, null, 1)}\n`;
}
