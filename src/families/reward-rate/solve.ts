import { leftOutBeside } from './combinations.js';
import type { InsteadWords, OpenedModel } from './runs/open.js';
import { comparedValues } from '../../reports/figures.js';
import { figures } from './figures.js';
import { boundCovers } from './methods/bound/certificate.js';
import { factsOf } from './report/facts.js';
import { planCsv } from './report/plan-csv.js';
import { summaryText } from './report/summary.js';
import { canBeRun } from './studies/rooms/planned-room.js';
import type { PlanConstraint } from '../../../models/families/reward-rate/plan-constraint.js';
import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import { hasAirOfStandby } from '../../../models/families/reward-rate/standby-air.js';
import { rewardRateModel } from '../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../models/families/reward-rate/standby.js';
import { runDriver, timeIsUp } from '../../runs/control.js';
import { ALTERNATIVE_FILES, CRITERIA, type Criterion } from './runs/alternatives.js';
import { asksForFailures, type FailureWords } from './runs/failure-words.js';
import { FALLBACK_FILES } from './runs/failures.js';
import { allOnBound } from './runs/all-on.js';
import type { RunResult } from './runs/result.js';
import { rulesOf } from './runs/sharing-rules.js';
import { loadLpEngine } from '../../solvers/linear/load.js';
import { ConstraintFault, constraintsOf } from './runs/constraints.js';
import type { Refused } from '../../instances/fault.js';
import { withBaseline, withResult } from '../../runs/baseline.js';
import { withSurvivalCost } from './runs/survival-cost.js';
import { type Solved, solveInstance, solveOpened } from './runs/solve.js';
import type { RunTexts, SearchRequest, SolvedByFamily, SolveOfFamily } from '../family.js';
import type { ValuesOf } from '../options.js';
import type { REWARD_RATE_OPTIONS } from './options.js';
import { readRunWords, runChoices, type RunWords } from './run-words.js';

type RewardRateSolveWords = RunWords & ValuesOf<typeof REWARD_RATE_OPTIONS, 'solve'>;

interface SolvedBeside {
  readonly solved: Solved;
  readonly beside: ReadonlyMap<Criterion, RewardRatePlan>;
}

/** Result of a run, and the fallback plans for CRAC failures by the name of each plan's file. */
interface SolvedForFailures {
  readonly solved: Solved;
  readonly fallbacks: ReadonlyMap<string, RewardRatePlan>;
}

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
  const { constraints, rooms, alternatives } = chosen;
  const instead = words as InsteadWords;
  const own = await constraintsOf(constraints);
  if (!own.ok) return own;
  const refused = await refusedFailures(asked.file, chosen);
  if (refused !== null) return refused;
  try {
    const answer = await solveInstance({
      ...asked,
      ...runChoices(chosen),
      instead,
      withNodeFixes: true,
      constraints: own.constraints,
    });
    if (!answer.ok) return answer;
    const compared = await besideAllOn(answer.solved, asked, chosen);
    const costed = await withSurvivalCost(compared, { ...asked, ...runChoices(chosen), constraints: own.constraints });
    const { withDrawnRooms } = await import('./studies/rooms/solved-in-rooms.js');
    const drawn = await withDrawnRooms(
      costed,
      { ...asked, ...runChoices(chosen), constraints: own.constraints },
      rooms,
    );
    const { solved: others, beside } = await withAlternatives(drawn, asked, alternatives, own.constraints);
    const { solved, fallbacks } = await withFailures(others, asked, chosen);
    return {
      ...answerOf(solved),
      texts: (baseline = null) => textsOf(withBaseline(solved, baseline), beside, fallbacks),
    };
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
    texts: () => textsOf(solved, new Map(), new Map()),
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

/** Adds to a run a proven bound on plans with all nodes on, if its plan uses standby and a bound was proven. */
async function besideAllOn(
  solved: Solved,
  { nowS, limits, interrupted, withBound }: Pick<SearchRequest, 'nowS' | 'limits' | 'interrupted' | 'withBound'>,
  { engine = 'highs' }: RewardRateSolveWords,
): Promise<Solved> {
  const { instance, matrix, record } = solved;
  const { standby, bound, termination, timeS } = record.result;
  const isWhole = termination === 'finished' || termination === 'optimal';
  if (standby === undefined || bound === null || !withBound || !isWhole) return solved;
  const beginS = nowS();
  const control = runDriver({ limits, nowS, interrupted, onProgress: () => undefined });
  const model = rewardRateModel(instance, matrix);
  const allOn = await allOnBound(model, await loadLpEngine(engine), control, solved.next);
  if (allOn === null) return solved;
  const allOnS = nowS() - beginS;
  const result = {
    ...record.result,
    standby: { ...standby, allOn },
    timeS: { ...timeS, allOn: allOnS, total: (timeS['total'] ?? 0) + allOnS },
  };
  return { ...solved, record: { ...record, result } };
}

/** Warning that no alternative plans were searched, because there is no feasible plan. */
const NO_ALTERNATIVES = 'There is no feasible plan, so no alternatives to it were looked for.';

/**
 * Adds alternative plans of nearly the same reward to a run, if the user asked for them. Their search has its own time
 * limit, equal to the run's.
 */
async function withAlternatives(
  solved: Solved,
  { nowS, limits, interrupted }: Pick<SearchRequest, 'nowS' | 'limits' | 'interrupted'>,
  most: number | undefined,
  constraints: readonly PlanConstraint[],
): Promise<SolvedBeside> {
  const { instance, matrix, plan, record } = solved;
  const { result } = record;
  if (most === undefined) return { solved, beside: new Map() };
  const withResult = (more: Partial<RunResult>): Solved => ({
    ...solved,
    record: { ...record, result: { ...result, ...more } },
  });
  if (plan === null || !result.feasible) {
    return { solved: withResult({ warnings: [...result.warnings, NO_ALTERNATIVES] }), beside: new Map() };
  }
  if (hasAirOfStandby(instance)) {
    return {
      solved: withResult({ warnings: [...result.warnings, leftOutBeside('alternatives', 'ownAir')] }),
      beside: new Map(),
    };
  }
  const { findAlternatives } = await import('./studies/alternatives/alternatives.js');
  const beginS = nowS();
  const isLate = timeIsUp({ limits: { ...limits, workLimit: null }, nowS });
  const model = withStandby(rewardRateModel(instance, matrix));
  const room = { instance, matrix, model, plan, constraints };
  const { record: alternatives, plans } = findAlternatives(room, most, () => interrupted() || isLate());
  const ownS = nowS() - beginS;
  const timeS = { ...result.timeS, alternatives: ownS, total: (result.timeS['total'] ?? 0) + ownS };
  return { solved: withResult({ alternatives, timeS }), beside: plans };
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

/** Warning that the requested analysis of CRAC failures is not possible. */
const NO_FAILURES = 'There is no plan that can be run, so what happens when CRACs fail was not computed.';

/**
 * Adds to a run the analysis of its plan under CRAC failures, if the user asked for it. The analysis has its own time
 * limit, equal to the run's.
 */
async function withFailures(
  solved: Solved,
  { nowS, limits, interrupted }: Pick<SearchRequest, 'nowS' | 'limits' | 'interrupted'>,
  words: RewardRateSolveWords,
): Promise<SolvedForFailures> {
  const { instance, matrix, plan, record } = solved;
  const { result, evaluation } = record;
  if (!asksForFailures(words)) return { solved, fallbacks: new Map() };
  const withResult = (more: Partial<RunResult>): Solved => ({
    ...solved,
    record: { ...record, result: { ...result, ...more } },
  });
  const { failuresAsked } = await import('./studies/failures/asked.js');
  const asked = failuresAsked(instance, words);
  const left = (why: string): SolvedForFailures => ({
    solved: withResult({ warnings: [...result.warnings, why] }),
    fallbacks: new Map(),
  });
  if (plan === null || evaluation === null || !canBeRun(evaluation.violations) || !asked.ok) return left(NO_FAILURES);
  if (hasAirOfStandby(instance)) return left(leftOutBeside('failures', 'ownAir'));
  const beginS = nowS();
  const control = runDriver({ limits, nowS, interrupted, onProgress: () => undefined });
  const found = await asked.analyse({ instance, matrix, plan, evaluation }, control, words.engine);
  const fallbacks = new Map<string, RewardRatePlan>();
  const cases = found.record.cases.map((one, n) => {
    const fallback = found.plans[n] ?? null;
    const file = FALLBACK_FILES[fallbacks.size];
    if (one.fallback === null || fallback === null || file === undefined) return one;
    fallbacks.set(file, fallback);
    return { ...one, fallback: { ...one.fallback, file } };
  });
  const ownS = nowS() - beginS;
  const timeS = { ...result.timeS, failures: ownS, total: (result.timeS['total'] ?? 0) + ownS };
  return { solved: withResult({ failures: { ...found.record, cases }, timeS }), fallbacks };
}

async function textsOf(
  solved: Solved,
  beside: SolvedBeside['beside'],
  fallbacks: SolvedForFailures['fallbacks'],
): Promise<RunTexts> {
  const { renderReport } = await import('./report/report.js');
  const { plan, instance, matrix, record } = solved;
  const { evaluation, idle, trajectory } = record;
  return {
    plan:
      plan === null ? null : { json: `${JSON.stringify(plan, null, 1)}\n`, csv: planCsv(instance, matrix.zones, plan) },
    // An earlier run's alternatives and fallbacks go with its plan.
    more: [
      ...CRITERIA.map((criterion) => ({
        key: `${criterion}Plan`,
        name: ALTERNATIVE_FILES[criterion],
        text: planText(beside.get(criterion)),
      })),
      ...FALLBACK_FILES.map((name, n) => ({ key: `fallbackPlan${n + 1}`, name, text: planText(fallbacks.get(name)) })),
    ],
    page: (files) => renderReport(withResult(solved, { files })),
    report: { evaluation, ...(idle === undefined ? {} : { idle }), trajectory },
  };
}

function planText(plan: RewardRatePlan | undefined): string | null {
  return plan === undefined ? null : `${JSON.stringify(plan, null, 1)}\n`;
}
