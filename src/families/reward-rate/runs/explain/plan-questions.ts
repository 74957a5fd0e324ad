import { inUnit, percent, plain, significant } from '../../../../reports/format.js';
import { valueText } from './words.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { WarmStart } from '../../methods/outcome.js';
import { OBJECTIVE_UNIT } from '../result-of.js';
import { type OpenedModel, modelInMemory } from '../open.js';
import { type Solved, solveOpened } from '../solve.js';
import { type AtCap, nextKilowatt, type NextKilowatt } from './next-kw.js';
import { bestPerKJ, earningsOf, isServed, servedFrom, type ServiceExplanation } from './service.js';
import type { Asking } from './limit-bracket.js';

/** Largest reward per task that is valid in an instance file. */
const MAX_REWARD = 1e12;
/** Number of significant digits to which the rewards tried are rounded. */
const DIGITS = 6;

/** Solves the unchanged instance with the default method; all explanations of a plan start from this run. */
export async function baseRun(opened: OpenedModel, { request }: Asking): Promise<Solved> {
  return solveOpened(request(), opened);
}

/** Measures the marginal value of the power cap by runs under other caps, each with the previous one as warm start. */
export function worthOfCap(opened: OpenedModel, base: Solved, { request, ended }: Asking): Promise<NextKilowatt> {
  const { limits } = opened.instance;
  let start: WarmStart | undefined = base.next ?? undefined;
  const runAt = async (capW: number): Promise<AtCap | null> => {
    // No instance has a reserve as large as its cap.
    if (capW <= (limits.reserve?.powerW ?? 0) || (await ended())) return null;
    const instance = { ...opened.instance, limits: { ...limits, powerCapW: capW } };
    const solved = await solveOpened(
      { ...request(), ...(start === undefined ? {} : { start }) },
      modelInMemory(instance, opened.matrix, opened.model),
    );
    start = solved.next ?? start;
    return atCap(capW, solved);
  };
  return nextKilowatt(atCap(limits.powerCapW, base), runAt);
}

function atCap(capW: number, { record: { result } }: Solved): AtCap {
  return { capW, objective: result.feasible ? result.objective : null, bound: result.bound };
}

/**
 * Explains why a plan serves little or nothing of a task type's arrivals (`task` is its index). With `isTried`, larger
 * rewards per task are tried if the default method's plan does not serve the type either.
 */
export async function serviceExplanation(
  opened: OpenedModel,
  { evaluation, base, task, isTried }: ServiceRequest,
  { request, ended }: Asking,
): Promise<ServiceExplanation> {
  const { instance } = opened;
  // With the greatest times and powers, where plans must be robust to them.
  const kept = opened.model.instance;
  const { name: taskType, arrivalRatePerS: arrivingPerS, rewardPerTask } = instance.workload.taskTypes[task]!;
  const completedPerS = evaluation.ratePerS[task]!;
  const earns = earningsOf(kept, task);
  const served = instance.workload.taskTypes.flatMap((_, i) =>
    isServed(instance, i, evaluation.ratePerS[i]!) ? (bestPerKJ(earningsOf(kept, i)) ?? []) : [],
  );
  const servedPerKJ = served.length === 0 ? null : Math.min(...served);
  const told = { taskType, arrivingPerS, completedPerS, earns, servedPerKJ };
  const isServedBy = ({ record }: Solved): boolean =>
    record.evaluation !== null && isServed(instance, task, record.evaluation.ratePerS[task]!);
  const canRun = earns.some(({ cannot }) => cannot === undefined);
  const isBaseServed = isServedBy(base);
  if (!isTried || isBaseServed || !canRun || rewardPerTask === 0 || arrivingPerS === 0) {
    const at = { notServedAt: null, servedAt: isBaseServed ? rewardPerTask : null };
    return { ...told, ...at, message: sentence(instance, { ...told, ...at, isBaseServed }) };
  }
  const own = bestPerKJ(earns);
  const guess = own === null || servedPerKJ === null ? 2 : servedPerKJ / own;
  const rewardAt = (multiple: number): number =>
    Math.min(MAX_REWARD, Number((multiple * rewardPerTask).toPrecision(DIGITS)));
  const found = await servedFrom(guess, async (multiple) => {
    if (await ended()) return null;
    const changed = withReward(instance, task, rewardAt(multiple));
    const start = base.next === null ? {} : { start: base.next };
    return isServedBy(
      await solveOpened({ ...request(), ...start }, modelInMemory(changed, opened.matrix, opened.model)),
    );
  });
  const at = {
    notServedAt: found.not === 1 ? rewardPerTask : rewardAt(found.not),
    servedAt: found.from === null ? null : rewardAt(found.from),
  };
  return { ...told, ...at, message: sentence(instance, { ...told, ...at, isBaseServed }) };
}

/** Request to explain how a plan serves a task type. `base` is a run of the default method. */
interface ServiceRequest {
  readonly evaluation: PlanEvaluation;
  readonly base: Solved;
  readonly task: number;
  readonly isTried: boolean;
}

function withReward(instance: RewardRateInstance, task: number, rewardPerTask: number): RewardRateInstance {
  const taskTypes = instance.workload.taskTypes.map((one, i) => (i === task ? { ...one, rewardPerTask } : one));
  return { ...instance, workload: { ...instance.workload, taskTypes } };
}

function sentence(
  { workload }: RewardRateInstance,
  {
    taskType,
    arrivingPerS,
    completedPerS,
    earns,
    servedPerKJ,
    notServedAt,
    servedAt,
    isBaseServed,
  }: Omit<ServiceExplanation, 'message'> & { readonly isBaseServed: boolean },
): string {
  const { rewardPerTask } = workload.taskTypes.find(({ name }) => name === taskType)!;
  const share = arrivingPerS === 0 ? 0 : Math.min(1, completedPerS / arrivingPerS);
  const tasks = (perS: number): string => plain(inUnit(perS, 'tasks/s', { beside: arrivingPerS }));
  const head = `Of ${taskType} the plan completes ${tasks(completedPerS)} of ${tasks(arrivingPerS)} (${plain(percent(share))})`;
  if (arrivingPerS === 0) return `${head}: none arrive.`;
  if (rewardPerTask === 0) return `${head}: they earn nothing.`;
  if (earns.every(({ cannot }) => cannot !== undefined)) return `${head}: no node type runs it by its deadline.`;
  const own = bestPerKJ(earns);
  const perKJ =
    own === null
      ? ''
      : `; at best it earns ${significant(own)} reward/kJ${servedPerKJ === null ? '' : `, the types served earn at least ${significant(servedPerKJ)}`}`;
  if (isBaseServed) return `${head}${perKJ}. The plan that the default method finds serves it.`;
  if (notServedAt === null) return `${head}${perKJ}.`;
  const from = servedAt === null ? 'nor at any reward tried' : `and at ${significant(servedAt)} they do`;
  return `${head}${perKJ}. At ${significant(notServedAt)} reward per task plans found anew serve none, ${from}.`;
}

export function nextText(next: NextKilowatt): string {
  const { stepW, boundPerKW, planPerKW, holdsFromW, holdsToW, kneeW, runs } = next;
  if (boundPerKW === null) return 'What more cap is worth was not found: a bound is missing.';
  const price = `The next ${valueText(stepW, 'W')} of cap raise the bound by ${significant(boundPerKW)} ${OBJECTIVE_UNIT} per kW`;
  const plans = planPerKW === null ? '' : `, the plans found by ${significant(planPerKW)}`;
  if (boundPerKW <= 0) return `${price}${plans}: the cap holds nothing down.`;
  const [first, last] = [runs[0]!.capW, runs.at(-1)!.capW];
  const end = (capW: number | null, tried: number, which: string): string =>
    `${valueText(capW!, 'W')}${capW === tried ? ` (the ${which} cap tried)` : ''}`;
  const range =
    holdsFromW === first && holdsToW === last
      ? `Between all neighbouring caps tried, ${valueText(first, 'W')} to ${valueText(last, 'W')}, the bound's price stays within a tenth of that`
      : `Between neighbouring caps the bound's price stays within a tenth of that from ${end(holdsFromW, first, 'lowest')} to ${end(holdsToW, last, 'highest')}`;
  const knee = kneeW === null ? 'no knee was met' : `from ${valueText(kneeW, 'W')} on it is less than half`;
  return `${price}${plans}. ${range}; ${knee}.`;
}
