import type { ReserveWords } from './instances/reserve-words.js';
import { type Method, METHODS } from './methods/registry.js';
import { planCsv } from './report/plan-csv.js';
import { summaryText } from './report/summary.js';
import { canBeRun } from './studies/rooms/planned-room.js';
import type { PlanConstraint } from '../../../models/problems/reward-rate/plan-constraint.js';
import type { RewardRatePlan } from '../../../models/problems/reward-rate/plan.js';
import { rewardRateProblem } from '../../../models/problems/reward-rate/problem.js';
import { withStandby } from '../../../models/problems/reward-rate/standby.js';
import { timeIsUp } from '../../runs/control.js';
import { ALTERNATIVE_FILES, CRITERIA, type Criterion } from './runs/alternatives.js';
import type { RunResult } from './runs/result.js';
import { ConstraintFault, constraintsOf } from './runs/constraints.js';
import type { Problem, Refused } from '../../instances/problem.js';
import { type Solved, solveInstance } from './runs/solve.js';
import type { Objectives } from './runs/objectives.js';
import type { RunRequest } from './runs/request.js';
import type { Prices } from './runs/result.js';
import type { SharingRule } from './runs/sharing-rules.js';
import type { LpEngineName } from '../../solvers/linear/load.js';
import type { FileNames, RunTexts, SearchRequest, SolvedByFamily, SolveOfFamily, Words } from '../family.js';
import { optionProblem, readMethod } from '../words.js';

/** Words of `solve`, judged. */
interface RewardRateSolveWords {
  readonly method: Method;
  /** Ignore co-location. */
  readonly naive?: boolean;
  readonly objective?: Objectives;
  /** Share of the reward that may be given up for less power. */
  readonly rewardTolerance?: number;
  /** Worth of a reward of 1, USD. */
  readonly rewardUsd?: number;
  /** USD/kWh */
  readonly energyUsd?: number;
  /** USD/t of CO2 */
  readonly carbonUsd?: number;
  /** g of CO2 per kWh */
  readonly carbonIntensity?: number;
  /** Module of the user's own limits. */
  readonly constraints?: string;
  readonly engine?: LpEngineName;
  readonly sharing?: SharingRule;
  /** Put nodes that never work on standby after the method. */
  readonly standby?: boolean;
  /** Number of rooms to draw. */
  readonly rooms?: number;
  /** Greatest number of alternatives to look for; none where absent. */
  readonly alternatives?: number;
}

/** A run, and the plans of nearly the same reward that were found beside it. */
interface SolvedBeside {
  readonly solved: Solved;
  readonly beside: ReadonlyMap<Criterion, RewardRatePlan>;
}

export const solveOfRewardRate: SolveOfFamily = {
  progressUnit: '',
  readWords,
  solve,
  // Searches that price limits cannot always avoid the combinations that the literal Eq. 21 gives no positive time for.
  // And most methods know nothing of the user's own limits.
  unknownToSome: ['colocationModel', 'own'],
};

function readWords(words: Words): Words | Refused {
  const method = readMethod(words, METHODS);
  if ('problem' in method) return { ok: false, problems: [method.problem] };
  const problem =
    sharingProblem(words, method) ??
    objectiveProblem(words, method) ??
    pricesProblem(words) ??
    standbyProblem(words, method);
  return problem === null ? { ...words, method } : { ok: false, problems: [problem] };
}

/** Refusal of a rule on sharing that the method cannot keep. */
function sharingProblem(words: Words, method: Method): Problem | null {
  if (words['sharing'] === 'never' && method.sharesTime === true) return sharesTimeProblem(method);
  if (words['sharing'] !== 'always') return null;
  const able = METHODS.filter(({ sharesNodes }) => sharesNodes === true).map((one) => one.name);
  const naive = words['naive'] === true ? ' --naive' : '';
  if (method.sharesNodes === true && naive === '') return null;
  const remedy = 'Leave --sharing out, or ask that method.';
  return optionProblem(
    '--sharing',
    `always, with ${method.name}${naive}`,
    `always only with ${able.join(', ')}, not --naive`,
    remedy,
  );
}

/** Refusal of a method whose plans share time where the words forbid it. */
function sharesTimeProblem({ name }: Method): Problem {
  const able = METHODS.filter(({ sharesTime }) => sharesTime !== true).map((one) => one.name);
  const remedy = 'Choose one of these methods, or leave --sharing out.';
  return optionProblem('--sharing', `never, with ${name}`, `never only with ${able.join(', ')}`, remedy);
}

/** Refusal of the wish for idle nodes on standby with a method that decides itself which nodes are. */
function standbyProblem({ standby }: Words, { name, usesStandby }: Method): Problem | null {
  if (standby !== true || usesStandby !== true) return null;
  const able = METHODS.filter((method) => method.usesStandby !== true).map((method) => method.name);
  const remedy = `Leave --standby out: ${name} puts nodes on standby where that pays.`;
  return optionProblem('--standby', `with ${name}`, `only with ${able.join(', ')}`, remedy);
}

/** Refusal of an objective that the method cannot make best, or of a tolerance without one that heeds it; else null. */
function objectiveProblem(
  { objective, rewardTolerance, naive }: Words,
  { name, findsLeastPower }: Method,
): Problem | null {
  const isUsual = objective === undefined && findsLeastPower === true && naive !== true;
  if (rewardTolerance !== undefined && objective !== 'reward,power' && !isUsual) {
    const remedy = 'Leave one of the two out.';
    return optionProblem('--reward-tolerance', rewardTolerance, 'only where power comes after reward', remedy);
  }
  if (objective !== 'reward,power' && objective !== 'money') return null;
  const able = METHODS.filter((method) => method.findsLeastPower === true).map((method) => method.name);
  if (findsLeastPower !== true) {
    const remedy = 'Choose one of these with --method, or leave --objective out.';
    return optionProblem(
      '--objective',
      `${objective}, with ${name}`,
      `${objective} only with ${able.join(', ')}`,
      remedy,
    );
  }
  if (naive !== true) return null;
  const remedy = 'Leave one of the two out: plans that ignore co-location have no bound.';
  return optionProblem('--objective', `${objective}, with --naive`, `${objective} only without --naive`, remedy);
}

/** Refusal of money without prices, or of prices without money; else null. */
function pricesProblem({ objective, rewardUsd, energyUsd, carbonUsd, carbonIntensity }: Words): Problem | null {
  const given = { '--reward-usd': rewardUsd, '--energy-usd': energyUsd };
  const more = { '--carbon-usd': carbonUsd, '--carbon-intensity': carbonIntensity };
  if (objective !== 'money') {
    const alone = Object.entries({ ...given, ...more }).find(([, value]) => value !== undefined);
    if (alone === undefined) return null;
    return optionProblem(
      alone[0],
      alone[1],
      'only with --objective money',
      `Add --objective money, or leave ${alone[0]} out.`,
    );
  }
  const missing = Object.entries(given).find(([, value]) => value === undefined);
  if (missing !== undefined)
    return optionProblem(missing[0], 'absent', 'a price, with --objective money', `Give ${missing[0]} a value.`);
  if ((carbonUsd === undefined) === (carbonIntensity === undefined)) return null;
  const [[option]] = Object.entries(more).filter(([, value]) => value === undefined) as [[string, unknown]];
  return optionProblem(
    option,
    'absent',
    'both of --carbon-usd and --carbon-intensity, or neither',
    `Give ${option} a value.`,
  );
}

/** Prices of the words; none where money is not asked for. */
function pricesOf(words: RewardRateSolveWords): Prices | undefined {
  const { objective, rewardUsd, energyUsd, carbonUsd = 0, carbonIntensity = 0 } = words;
  if (objective !== 'money' || rewardUsd === undefined || energyUsd === undefined) return undefined;
  return { rewardUsd, energyUsdPerKWh: energyUsd, carbonUsdPerT: carbonUsd, carbonGPerKWh: carbonIntensity };
}

/** Wish for the least power: that of the user, or the usual one of methods that can. */
function powerWish({ objective, method, naive }: RewardRateSolveWords): RunRequest['leastPower'] {
  if (objective === 'reward' || objective === 'money') return undefined;
  if (objective !== undefined) return 'asked';
  return method.findsLeastPower === true && naive !== true ? 'usual' : undefined;
}

async function solve({ words, ...asked }: SearchRequest): Promise<SolvedByFamily | Refused> {
  const chosen = words as unknown as RewardRateSolveWords;
  const {
    method,
    naive = false,
    engine = 'highs',
    sharing = 'auto',
    constraints,
    rooms,
    alternatives,
    rewardTolerance,
  } = chosen;
  const { standby: idleOnStandby = false } = chosen;
  const leastPower = powerWish(chosen);
  const prices = pricesOf(chosen);
  const reserves = words as ReserveWords;
  const own = await constraintsOf(constraints);
  if (!own.ok) return own;
  try {
    const answer = await solveInstance({
      ...{ ...asked, method, naive, engine, sharing, idleOnStandby, reserves },
      ...(leastPower === undefined ? {} : { leastPower }),
      ...(prices === undefined ? {} : { prices }),
      ...(rewardTolerance === undefined ? {} : { rewardTolerance }),
      constraints: own.constraints,
    });
    if (!answer.ok) return answer;
    const drawn = await inRooms(answer.solved, asked, rooms);
    const { solved, beside } = await withAlternatives(drawn, asked, alternatives, own.constraints);
    return {
      ok: true,
      result: solved.record.result,
      plan: solved.plan,
      summary: (files) => summaryText(withFiles(solved, files)),
      texts: () => textsOf(solved, beside),
    };
  } catch (error) {
    if (error instanceof ConstraintFault) return { ok: false, problems: [error.problem] };
    throw error;
  }
}

/** The run with its plan tried in drawn rooms, where that was asked for or the instance states what is uncertain. */
async function inRooms(
  solved: Solved,
  { nowS, seed }: Pick<SearchRequest, 'nowS' | 'seed'>,
  rooms: number | undefined,
): Promise<Solved> {
  const { instance, matrix, plan, record } = solved;
  const { evaluation, result } = record;
  const wanted = rooms !== undefined || instance.uncertainty !== undefined;
  if (!wanted || plan === null || evaluation === null || !canBeRun(evaluation.violations)) return solved;
  const { DEFAULT_ROOMS, drawRooms } = await import('./studies/rooms/draw-rooms.js');
  const beginS = nowS();
  const drawn = drawRooms({ instance, matrix, plan, evaluation }, rooms ?? DEFAULT_ROOMS, seed);
  const roomsS = nowS() - beginS;
  const timeS = { ...result.timeS, rooms: roomsS, total: (result.timeS['total'] ?? 0) + roomsS };
  return { ...solved, record: { ...record, result: { ...result, rooms: drawn, timeS } } };
}

/** Warning where alternatives are asked for and there is no plan to hold them against. */
const NO_ALTERNATIVES = 'There is no feasible plan, so no alternatives to it were looked for.';

/** The run with plans of nearly the same reward, where that was asked for. They may take as long as the run's own limit. */
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
  const { findAlternatives } = await import('./studies/alternatives/alternatives.js');
  const beginS = nowS();
  const isLate = timeIsUp({ limits: { ...limits, workLimit: null }, nowS });
  const problem = withStandby(rewardRateProblem(instance, matrix));
  const room = { instance, matrix, problem, plan, constraints };
  const { record: alternatives, plans } = findAlternatives(room, most, () => interrupted() || isLate());
  const ownS = nowS() - beginS;
  const timeS = { ...result.timeS, alternatives: ownS, total: (result.timeS['total'] ?? 0) + ownS };
  return { solved: withResult({ alternatives, timeS }), beside: plans };
}

async function textsOf(solved: Solved, beside: SolvedBeside['beside']): Promise<RunTexts> {
  const { renderReport } = await import('./report/report.js');
  const { plan, instance, matrix, record } = solved;
  const { evaluation, idle, trajectory } = record;
  return {
    plan:
      plan === null ? null : { json: `${JSON.stringify(plan, null, 1)}\n`, csv: planCsv(instance, matrix.zones, plan) },
    // An earlier run's alternatives go with its plan.
    more: CRITERIA.map((criterion) => {
      const other = beside.get(criterion);
      const text = other === undefined ? null : `${JSON.stringify(other, null, 1)}\n`;
      return { key: `${criterion}Plan`, name: ALTERNATIVE_FILES[criterion], text };
    }),
    page: (files) => renderReport(withFiles(solved, files)),
    report: { evaluation, ...(idle === undefined ? {} : { idle }), trajectory },
  };
}

function withFiles(solved: Solved, files: FileNames): Solved {
  return { ...solved, record: { ...solved.record, result: { ...solved.record.result, files } } };
}
