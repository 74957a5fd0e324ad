import { leftOutBeside } from './combinations.js';
import { currencyOf } from '../../../models/units.js';
import type { PlanEvaluation } from '../../../models/families/reward-rate/outcome.js';
import type { PlanConstraint } from '../../../models/families/reward-rate/plan-constraint.js';
import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import type { InfluenceMatrix } from '../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../models/families/reward-rate/model.js';
import { hasAirOfStandby } from '../../../models/families/reward-rate/standby-air.js';
import { isShared } from '../../../models/families/reward-rate/time-shares.js';
import { evaluatedIn } from './check/check-plan.js';
import { parsePlan } from './check/parse-plan.js';
import { standbyInForce } from './check/resolve-standby.js';
import { UNLIMITED } from '../../methods/control.js';
import { oneLine, inUnit, plain } from '../../reports/format.js';
import { voidsEvaluation } from '../../check/findings.js';
import { asksForFailures, type FailureWords } from './runs/failure-words.js';
import type { DrawnRooms } from './runs/drawn-rooms.js';
import type { FailuresRecord } from './runs/failures.js';
import { nodeSharingText, robustnessText } from './report/wording.js';
import { inletShown, violationLines } from '../../reports/wording.js';
import { ConstraintFault, constraintsOf, ownViolations } from './runs/constraints.js';
import { pricesGiven } from './run-words.js';
import { moneyOf } from './runs/money-rate.js';
import type { Prices } from './runs/result.js';
import { asPlanned } from './instances/as-planned.js';
import { planFigures } from './runs/plan-figures.js';
import { reserveUse } from './runs/reserves.js';
import { sharingOf } from './runs/momentary.js';
import { openFacility, type OpenedFacility } from './runs/open.js';
import { airWithStandby } from './runs/standby-air.js';
import { type Refused } from '../../instances/fault.js';
import { robustnessOf } from './runs/robustness.js';
import { OBJECTIVE_UNIT } from './runs/result-of.js';
import type { Asking, CheckOfFamily, Judged, ParsedPlan } from '../family.js';

interface Checked extends OpenedFacility {
  readonly constraints: readonly PlanConstraint[];
  /** Prices for the money of a plan; null if none was given. */
  readonly prices: Prices | null;
  /** Computes the effects of CRAC failures on a plan; absent if the user did not ask for it. */
  readonly failures?: (room: JudgedRoom) => Promise<Failures>;
  /**
   * Evaluates a plan in random rooms, whose data deviate from the nominal ones within their uncertainty. Absent if
   * neither the user nor the instance's uncertainty asks for it.
   */
  readonly rooms?: (room: JudgedRoom) => InRooms;
}

interface JudgedRoom {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}

interface InRooms {
  readonly record: DrawnRooms;
  readonly lines: readonly string[];
}

interface Failures {
  readonly record: FailuresRecord;
  readonly lines: readonly string[];
}

/** Seed of the random rooms. It equals the default seed of `solve`. */
const ROOMS_SEED = 1;

/** Warning that the plan was not evaluated in random rooms as requested, because it cannot be run. */
const NOT_DRAWN = 'the plan cannot be run as it is, so it was not tried in drawn rooms.';
/**
 * Warning that temperatures rely on the influence matrix of the model, because the room has too many cells for the
 * checker to compute the air flow itself.
 */
const AIR_OF_MODEL =
  'the room has more cells than the checker computes the air of by itself: temperatures are those of the influence matrix of the model.';
/** Warning that money was not computed from the given prices, because the plan cannot be run: its power is unknown. */
const NO_MONEY = 'the plan cannot be run as it is, so its money was not computed.';
/**
 * Warning that the requested analysis of CRAC failures is not possible: the plan cannot be run, or the air flow depends
 * on which nodes are on standby.
 */
const NOT_ANALYSED =
  'the plan cannot be run as it is, or its nodes on standby change the air, so what happens when CRACs fail was not computed.';

export const checkOfRewardRate: CheckOfFamily<Checked, RewardRatePlan> = { open, parse: parseFitting, judge };

async function open(file: string, { words, phase, shouldStop }: Asking): Promise<Checked | Refused> {
  const own = await constraintsOf((words as { readonly constraints?: string }).constraints);
  if (!own.ok) return own;
  const prices = pricesGiven(words);
  const opened = openFacility(file, phase, shouldStop, words);
  if (!opened.ok) return opened;
  const failures = await failuresOf(opened, words);
  if (!failures.ok) return failures;
  return { ...opened, constraints: own.constraints, prices, ...failures.asked, ...(await roomsOf(opened, words)) };
}

async function roomsOf(
  { instance }: OpenedFacility,
  { rooms }: { readonly rooms?: number },
): Promise<Pick<Checked, 'rooms'>> {
  if (rooms === undefined && instance.uncertainty === undefined) return {};
  const [{ DEFAULT_ROOMS, drawRooms }, { drawnRoomsText }] = await Promise.all([
    import('./studies/rooms/draw-rooms.js'),
    import('./report/wording.js'),
  ]);
  return {
    rooms: (room) => {
      const record = drawRooms(room, rooms ?? DEFAULT_ROOMS, ROOMS_SEED);
      return { record, lines: [`In drawn rooms: ${drawnRoomsText(record) ?? ''}.`] };
    },
  };
}

async function failuresOf(
  { instance }: OpenedFacility,
  words: FailureWords,
): Promise<{ readonly ok: true; readonly asked: Pick<Checked, 'failures'> } | Refused> {
  if (!asksForFailures(words)) return { ok: true, asked: {} };
  const [{ failuresAsked }, { failuresText }] = await Promise.all([
    import('./studies/failures/asked.js'),
    import('./report/failures-text.js'),
  ]);
  const asked = failuresAsked(instance, words);
  if (!asked.ok) return asked;
  const failures = async (room: JudgedRoom): Promise<Failures> => {
    const { record } = await asked.analyse(room, UNLIMITED);
    return { record, lines: failuresText(record) };
  };
  return { ok: true, asked: { failures } };
}

/**
 * Parses the text of a plan file. Returns the plan, with a warning if it was made for another version of the instance,
 * or the faults of the file.
 */
export function parseFitting(
  text: string,
  file: string,
  fits?: { readonly sha256: string },
): ParsedPlan<RewardRatePlan> {
  const parsed = parsePlan(text, file);
  if ('faults' in parsed) return parsed;
  const isOther = fits !== undefined && parsed.plan.instance.sha256 !== fits.sha256;
  const warnings = isOther ? ['the plan was made for another version of the instance (its SHA-256 differs).'] : [];
  return { plan: parsed.plan, warnings };
}

async function judge(checked: Checked, plan: RewardRatePlan, planFile: string): Promise<Judged | Refused> {
  const { constraints, prices, failures, rooms } = checked;
  const planned = asPlanned(checked, plan, planFile);
  if (!planned.ok) return planned;
  const { instance } = planned;
  // Parts at fault are idle: the air is that of the others.
  const air = airWithStandby(planned, standbyInForce(instance, planned.matrix, plan));
  // Without its own air the plan is judged on that of all nodes on, which the checker refuses.
  const { matrix } = air.ok ? air : planned;
  let own: PlanEvaluation['violations'];
  const evaluation = evaluatedIn({ ...planned, matrix }, plan, { recomputesAir: true });
  try {
    own = ownViolations(matrix, plan.assignments, constraints);
  } catch (error) {
    if (error instanceof ConstraintFault) return { ok: false, faults: [error.fault] };
    throw error;
  }
  const violations = [...evaluation.violations, ...own];
  const isRun =
    !voidsEvaluation(evaluation.violations) && !evaluation.violations.some((one) => one.constraint === 'matrix');
  const failed =
    isRun && !hasAirOfStandby(instance) ? await failures?.({ instance, matrix, plan, evaluation }) : undefined;
  const drawn = isRun && !hasAirOfStandby(instance) ? rooms?.({ instance, matrix, plan, evaluation }) : undefined;
  const sharing =
    isRun && plan.assignments.some(isShared)
      ? sharingOf(rewardRateModel(instance, matrix), plan, evaluation.zoneNodePowerW)
      : null;
  const robust = robustnessOf({ ...planned, matrix }, isRun ? plan : null);
  const money =
    isRun && prices !== null
      ? { ...moneyOf(evaluation.rewardPerS, evaluation.power.totalW, prices), prices }
      : undefined;
  const { rewardPerS, averagedRewardPerS, naiveRewardPerS, power } = evaluation;
  const reserves = reserveUse(instance, matrix, voidsEvaluation(evaluation.violations) ? null : evaluation);
  return {
    ok: true,
    objective: rewardPerS,
    objectiveUnit: OBJECTIVE_UNIT,
    violations,
    warnings: [
      ...planned.warnings,
      ...(air.ok ? [] : [`The air of this plan could not be computed: ${air.reason}.`]),
      ...(isRun && evaluation.air === undefined && instance.facility.airflow.source === 'room' ? [AIR_OF_MODEL] : []),
      ...((isRun && !hasAirOfStandby(instance)) || failures === undefined ? [] : [NOT_ANALYSED]),
      ...(isRun || rooms === undefined ? [] : [NOT_DRAWN]),
      ...(isRun || prices === null ? [] : [NO_MONEY]),
      ...(rooms !== undefined && hasAirOfStandby(instance) ? [leftOutBeside('rooms', 'ownAir')] : []),
    ],
    details: {
      ...(robust === null ? {} : { robust }),
      averagedRewardPerS,
      naiveRewardPerS,
      power,
      ...planFigures(instance, matrix, plan, isRun ? evaluation : null),
      ...(evaluation.air === undefined ? {} : { air: evaluation.air }),
      ...(money === undefined ? {} : { money }),
      ...(sharing === null ? {} : { sharing }),
      ...(reserves.length === 0 ? {} : { reserves }),
      ...(failed === undefined ? {} : { failures: failed.record }),
      ...(drawn === undefined ? {} : { rooms: drawn.record }),
    },
    lines: [
      ...lines(planFile, instance.name, { ...evaluation, violations }),
      ...(money === undefined ? [] : [moneyLine(money, currencyOf(instance))]),
      ...(sharing === null ? [] : [`${nodeSharingText(sharing)}.`]),
      ...(robust === null ? [] : [`${robustnessText(robust)}.`]),
      ...(drawn?.lines ?? []),
      ...(failed?.lines ?? []),
    ],
  };
}

function moneyLine({ usdPerH, revenueUsdPerH, energyUsdPerH }: ReturnType<typeof moneyOf>, currency: string): string {
  const usd = (value: number): string => plain(inUnit(value, 'USD/h', { currency, beside: usdPerH }));
  return `Money ${usd(usdPerH)}: revenue ${usd(revenueUsdPerH)} less energy ${usd(energyUsdPerH)}.`;
}

function lines(planFile: string, name: string, evaluation: PlanEvaluation): string[] {
  const { power, violations } = evaluation;
  const hottestC = evaluation.zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity);
  const reward = (value: number): string => plain(inUnit(value, 'reward/s', { beside: evaluation.rewardPerS }));
  const earns = reward(evaluation.rewardPerS);
  const beside = `averaged features ${reward(evaluation.averagedRewardPerS)}, as if alone ${reward(evaluation.naiveRewardPerS)}`;
  return [
    `${violations.length === 0 ? 'Feasible' : 'NOT feasible'}: ${planFile} earns ${earns} on ${oneLine(name)} (${beside}).`,
    `Power ${known(power.totalW, 'W')} of ${known(power.capW, 'W')}; hottest inlet ${Number.isFinite(hottestC) ? plain(inletShown(hottestC)) : 'unknown'}.`,
    ...violationLines(violations),
  ];
}

function known(value: number, unit: string): string {
  return Number.isFinite(value) ? plain(inUnit(value, unit)) : 'unknown';
}
