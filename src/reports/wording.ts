import type { Violation } from '../../models/families/violation.js';
import type { BindingConstraint } from '../../models/families/binding-constraint.js';
import type { Infeasibility, Termination } from '../runs/result.js';
import { inUnit, plain, rewardPerS } from './format.js';

/** Words for the reason why a run ended. */
export const TERMINATIONS: Readonly<Record<Termination, string>> = {
  optimal: 'optimal (bound and plan meet)',
  finished: 'finished (the method ran to its end)',
  timeLimit: 'time limit reached',
  workLimit: 'work limit reached',
  interrupted: 'interrupted',
  infeasible: 'infeasible (no plan keeps every limit)',
  failed: 'failed (the LP engine gave no answer)',
};

/** Text in place of an objective where no plan was rated. */
export const NOT_RATED = 'no plan was rated';

/**
 * Quantile beyond which one stands for an infinite one, which files have as 1e308 (docs/results.md). Written out again:
 * reports share types alone with the models.
 */
const INFINITE_FROM_Z = 1e307;

/** Returns true if a quantile stands for an infinite one; false for NaN. */
export function isInfiniteZ(z: number): boolean {
  return Math.abs(z) > INFINITE_FROM_Z;
}

/** Returns the text of a standard normal quantile, "z 1.2816". */
export function quantile(z: number): string {
  if (isInfiniteZ(z)) return z > 0 ? 'z infinite' : 'z -infinite';
  return `z ${z.toFixed(4)}`;
}

/**
 * Returns the limits beside the first that even an idle facility breaks, one sentence each, and a last one if there are
 * more than `most`.
 */
export function otherLimits(
  infeasibility: Pick<Infeasibility, 'message' | 'others' | 'omitted'> | undefined,
  most: number,
): string[] {
  const { others = [], omitted = 0 } = infeasibility ?? {};
  const rest = Math.max(0, others.length - most) + omitted;
  const named = others.slice(0, most).map(({ message }) => message);
  return rest === 0 ? named : [...named, `And ${rest} more.`];
}

/** Returns the first limit in the way and how many others there are, for one line of a table. */
export function firstLimit(infeasibility: Infeasibility | undefined): string | undefined {
  if (infeasibility === undefined) return undefined;
  const { message, others = [], omitted = 0 } = infeasibility;
  const more = others.length + omitted;
  if (more === 0) return message;
  const kinds = [...new Set(others.map(({ constraint }) => constraintName(constraint)))].join(', ');
  return `${message} ${more} more ${more === 1 ? 'limit is' : 'limits are'} broken (${kinds}).`;
}

/** Reason why there is no objective. */
export function whyNoObjective(hasPlan: boolean): string {
  return hasPlan ? 'the record rates no plan' : 'there is no plan';
}

/** Words for the constraints of violations and binding limits, by their names in results. */
const CONSTRAINTS: Readonly<Record<string, string>> = {
  powerCap: 'power cap',
  redLine: 'red line',
  rackPower: 'rack power limit',
  pduPower: 'PDU power limit',
  coolingCapacity: 'cooling capacity',
  powerReserve: 'reserve of the power cap',
  inletReserve: 'reserve of the red line',
  coolingReserve: 'reserve of the cooling capacity',
  failureRedLine: 'red line when a CRAC fails,',
  failurePowerCap: 'power cap when a CRAC fails,',
  failureCoolingCapacity: 'cooling capacity when a CRAC fails,',
  failureSteadyState: 'steady state when a CRAC fails,',
  survive: 'limits when a CRAC fails',
  setPointRange: 'set-point range',
  setPointStep: 'step of set-points',
  setPointShared: 'one set-point common to all CRACs',
  distinctSettings: 'number of different settings',
  coreTime: 'core time',
  standby: 'nodes on standby',
  minimumOn: 'least number of nodes on',
  mayBeOff: 'nodes that may be on standby',
  deadline: 'deadline',
  arrival: 'arrival rate',
  arrivalRate: 'arrival rate',
  own: 'limit of your own',
  energyRobustness: 'energy-robustness',
  makespanRobustness: 'makespan-robustness',
  unservedRate: 'rate not served',
  unarrivedWork: 'work beyond what arrives, where energy is paid for,',
  renewableEnergy: 'energy of sun and wind',
  nodeCount: 'nodes there are',
  allowedDataCentres: 'data centres allowed',
  carbonCap: 'carbon cap',
  energyBudget: 'energy budget',
  costBudget: 'budget of money',
  energyLedger: 'energy ledger',
  allowableCores: 'cores that may run',
  runningCores: 'running cores',
  awakeNodes: 'nodes awake',
  nodesOff: 'nodes off',
  outletLimit: 'outlet limit',
  powerLimit: 'power limit',
  workLimit: 'work that arrives or runs',
  colocationModel: 'co-location model',
  coolingPerformance: 'coefficient of performance',
  heatBalance: 'heat balance',
  nonFinite: 'number that is not finite',
};

/** Returns the words for a constraint; an unknown constraint keeps its name. */
export function constraintName(constraint: string): string {
  return Object.hasOwn(CONSTRAINTS, constraint) ? CONSTRAINTS[constraint]! : constraint;
}

/** Returns the sentence on a violation: "power cap: 191.200 kW against a limit of 190.000 kW, violated by 1.200 kW". */
export function violationText({ constraint, where, unit, value, limit, amount }: Violation): string {
  // Faults of a plan have no natural amount: `where` says what is wrong.
  if (unit === 'count' && limit === 0) {
    return `${constraintName(constraint)}: ${where}${amount > 1 ? ` (${amount} times)` : ''}`;
  }
  const place = where === '' ? '' : ` at ${where}`;
  if (unit === 'z')
    return `${constraintName(constraint)}${place}: ${quantile(value)} against ${quantile(limit)} asked for`;
  const figures = `${plain(inUnit(value, unit))} against a limit of ${plain(inUnit(limit, unit))}`;
  return `${constraintName(constraint)}${place}: ${figures}, violated by ${plain(inUnit(amount, unit))}`;
}

/** The marginal value per step a planner thinks in: a kW rather than a W. */
interface Price {
  readonly rewardPerS: number | null;
  /** Unit of the limit that the price refers to: "kW", "°C", "task/s". */
  readonly per: string;
  readonly step: string;
}

export function priceOf({ unit, marginalValue }: Pick<BindingConstraint, 'unit' | 'marginalValue'>): Price {
  if (unit === 'W')
    return { rewardPerS: marginalValue === null ? null : marginalValue * 1000, per: 'kW', step: '1 kW' };
  if (unit === 'C') return { rewardPerS: marginalValue, per: '°C', step: '1 °C' };
  if (unit === 'tasks/s' || unit === '1/s') return { rewardPerS: marginalValue, per: 'task/s', step: '1 task/s' };
  if (unit === 'nodes') return { rewardPerS: marginalValue, per: 'node', step: '1 node' };
  return { rewardPerS: marginalValue, per: unit, step: `1 ${unit}` };
}

/** Distance from a limit that still counts as met, as a share of the limit. */
const NEAR_SHARE = 1e-3;
/** Distance from a temperature limit that still counts as met, K. */
const NEAR_C = 1e-3;

/**
 * Returns true if the plan itself is at the limit; a limit may also be listed because it holds the proven bound down.
 */
export function isMet({ unit, value, limit }: Pick<BindingConstraint, 'unit' | 'value' | 'limit'>): boolean {
  return Math.abs(value - limit) <= (unit === 'C' ? NEAR_C : NEAR_SHARE * Math.abs(limit));
}

function slack({ constraint, where, unit, value, limit }: BindingConstraint): string {
  const side = value < limit ? 'below' : 'above';
  const place = where === '' ? '' : ` at ${where}`;
  return `This plan is ${plain(inUnit(Math.abs(limit - value), unit))} ${side} the ${constraintName(constraint)}${place}, which holds the proven bound down`;
}

/**
 * Returns the limits in two groups: the facility's, and the red line zone by zone, which adds detail where the red line
 * as a whole is listed too. Each keeps its place in the record.
 */
export function groupedBinding(binding: readonly BindingConstraint[]): {
  readonly main: readonly { readonly index: number; readonly limit: BindingConstraint }[];
  readonly zones: readonly { readonly index: number; readonly limit: BindingConstraint }[];
} {
  const indexed = binding.map((limit, index) => ({ index, limit }));
  const whole = binding.some(({ constraint, where }) => constraint === 'redLine' && where === '');
  const isDetail = ({ limit }: { limit: BindingConstraint }): boolean =>
    whole && limit.constraint === 'redLine' && limit.where !== '';
  return { main: indexed.filter((entry) => !isDetail(entry)), zones: indexed.filter(isDetail) };
}

/** One sentence: what the limit stops and what moving it earns. */
export function reading(binding: BindingConstraint): string {
  const { constraint, where } = binding;
  const price = priceOf(binding);
  const words = Object.hasOwn(WORDS, constraint) ? WORDS[constraint]! : unknownConstraint(constraint);
  const subject = isMet(binding) ? words.state(where) : slack(binding);
  if (price.rewardPerS === null) return `${subject}; the method gives no price for it.`;
  if (price.rewardPerS === 0)
    return `${subject}, but moving this limit alone earns nothing: something else binds with it.`;
  const worth = plain(rewardPerS(Math.abs(price.rewardPerS)));
  return `${subject}; ${words.move(price.step)} would ${price.rewardPerS > 0 ? 'earn' : 'cost'} about ${worth}.`;
}

interface Words {
  readonly state: (where: string) => string;
  readonly move: (step: string) => string;
}

const more = (step: string): string => `${step} more`;
/** Words for a binding arrival rate. */
const ARRIVAL: Words = {
  state: (where) => `Practically every arriving task of type ${where} is served`,
  move: (step) => `${step} more arriving`,
};

/** Words for each binding limit: the state it means, and a step that would relax it. */
const WORDS: Readonly<Record<string, Words>> = {
  mayBeOff: {
    state: (where) => `Some nodes of type ${where} must stay on`,
    move: (step) => `${step} more that may be on standby`,
  },
  minimumOn: {
    state: (where) => `No more nodes of ${where} are on than must be`,
    move: (step) => `${step} more that must be on`,
  },
  powerCap: { state: () => 'The facility draws all the power it may', move: more },
  redLine: {
    state: (where) => `${where === '' ? 'Some inlet' : `The inlet of ${where}`} is as warm as it may be`,
    move: (step) => `a red line ${step} higher`,
  },
  rackPower: { state: (where) => `The nodes of rack ${where} draw all the power the rack may`, move: more },
  pduPower: { state: (where) => `PDU ${where} delivers all it may`, move: more },
  coolingCapacity: { state: (where) => `${where} removes all the heat it can`, move: more },
  setPointRange: {
    state: (where) => `The set-point${where === '' ? '' : ` of ${where}`} is at the end of its range`,
    move: (step) => `an end ${step} higher`,
  },
  arrival: ARRIVAL,
  arrivalRate: ARRIVAL,
};

function unknownConstraint(constraint: string): Words {
  return {
    state: (where) => `The limit "${constraint}"${where === '' ? '' : ` at ${where}`} is met`,
    move: (step) => `a limit ${step} higher`,
  };
}
