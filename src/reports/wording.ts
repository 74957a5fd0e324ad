import type { BindingConstraint, Violation } from '../../models/problems/reward-rate/outcome.js';
import type { RunResult, Termination } from '../runs/result.js';
import { amountInUnit, inUnit, plain, rewardPerS } from './format.js';

export const TERMINATIONS: Readonly<Record<Termination, string>> = {
  optimal: 'optimal: bound and plan meet',
  gapReached: 'gap reached: the plan is as close to the bound as was asked for',
  finished: 'finished: the method ran to its end',
  timeLimit: 'time limit reached',
  workLimit: 'work limit reached',
  interrupted: 'interrupted',
  infeasible: 'infeasible: no plan keeps every limit',
};

export const NOT_RATED = 'no plan was rated';

/** Why there is no plan, as far as the record tells. */
export function whyNoPlan(result: RunResult): string {
  if (result.infeasibility) return result.infeasibility.message;
  if (result.termination === 'infeasible') return 'the run found the instance infeasible';
  return `the run ended (${TERMINATIONS[result.termination]}) before it had one`;
}

const CONSTRAINTS: Readonly<Record<string, string>> = {
  powerCap: 'power cap',
  redLine: 'red line',
  rackPower: 'rack power limit',
  pduPower: 'PDU power limit',
  coolingCapacity: 'cooling capacity',
  setPointRange: 'set-point range',
  coreTime: 'core time',
  deadline: 'deadline',
  arrival: 'arrival rate',
  arrivalRate: 'arrival rate',
};

/** In words; an unknown constraint keeps its name. */
export function constraintName(constraint: string): string {
  return Object.hasOwn(CONSTRAINTS, constraint) ? CONSTRAINTS[constraint]! : constraint;
}

/** "power cap: 191.2 kW where 190 kW are allowed, 1.2 kW too much". */
export function violationText({ constraint, where, unit, value, limit, amount }: Violation): string {
  const place = where === '' ? '' : ` at ${where}`;
  const figures = `${plain(inUnit(value, unit))} against a limit of ${plain(inUnit(limit, unit))}`;
  return `${constraintName(constraint)}${place}: ${figures}, passed by ${plain(amountInUnit(amount, unit))}`;
}

/** The marginal value per step a planner thinks in: a kW rather than a W. */
export interface Price {
  readonly rewardPerS: number | null;
  /** What it is per: "kW", "°C", "task/s". */
  readonly per: string;
  readonly step: string;
}

export function priceOf({ unit, marginalValue }: Pick<BindingConstraint, 'unit' | 'marginalValue'>): Price {
  if (unit === 'W')
    return { rewardPerS: marginalValue === null ? null : marginalValue * 1000, per: 'kW', step: '1 kW' };
  if (unit === 'C') return { rewardPerS: marginalValue, per: '°C', step: '1 °C' };
  if (unit === 'tasks/s' || unit === '1/s') return { rewardPerS: marginalValue, per: 'task/s', step: '1 task/s' };
  return { rewardPerS: marginalValue, per: unit, step: `1 ${unit}` };
}

/** One sentence: what the limit stops and what moving it earns. */
export function reading(binding: BindingConstraint): string {
  const { constraint, where } = binding;
  const price = priceOf(binding);
  const subject =
    SUBJECTS[constraint]?.(where) ?? `The limit "${constraint}"${where === '' ? '' : ` at ${where}`} is met`;
  if (price.rewardPerS === null) return `${subject}; the method gives no price for it.`;
  if (price.rewardPerS === 0)
    return `${subject}, but moving this limit alone earns nothing: something else binds with it.`;
  const earns = plain(rewardPerS(Math.abs(price.rewardPerS)));
  const verb = price.rewardPerS > 0 ? 'raises' : 'lowers';
  return `${subject}; raising the limit by ${price.step} ${verb} what can be earned by about ${earns}.`;
}

const SUBJECTS: Readonly<Record<string, ((where: string) => string) | undefined>> = {
  powerCap: () => 'The facility draws all the power it may',
  redLine: (where) =>
    where === '' ? 'Some inlet is as warm as it may be' : `The inlet of ${where} is as warm as it may be`,
  rackPower: (where) => `The nodes of rack ${where} draw all the power the rack may`,
  pduPower: (where) => `PDU ${where} delivers all it may`,
  coolingCapacity: (where) => `${where} removes all the heat it can`,
  setPointRange: (where) =>
    where === '' ? 'The set-point is at the end of its range' : `The set-point of ${where} is at the end of its range`,
  arrival: (where) => `Every arriving task of type ${where} is served`,
  arrivalRate: (where) => `Every arriving task of type ${where} is served`,
};
