/** Unit of one kind of limit, and texts about it for reports and pages. */
interface LimitWords {
  /** Name of the limit within a sentence, e.g. "power cap". */
  readonly name: string;
  /** Unit of the limit's value: W, C, K, nodes, tasks/s, `share` (a fraction), ... Absent if it has no single unit. */
  readonly unit?: string;
  /** Returns the name of the limit at a place, e.g. "power limit of rack R1". By default, it is `name` alone. */
  readonly at?: (where: string) => string;
  /** Returns the quantity that is limited at a place, e.g. "draw of rack R1". By default, it is the name at the place. */
  readonly used?: (where: string) => string;
  /**
   * Returns a sentence that the limit is binding at `where` ('' for the whole facility). The function is absent if
   * there is no such sentence.
   */
  readonly binding?: (where: string) => string;
  /**
   * Returns a text that says how `step` (an amount with unit) relaxes the limit, e.g. "1 kW more". By default, it is "a
   * limit STEP higher".
   */
  readonly relaxed?: (step: string) => string;
}

const more = (step: string): string => `${step} more`;

/**
 * Texts about the limit that tasks are served at most at their arrival rate. Two entries of LIMITS share these texts.
 */
const ARRIVAL: LimitWords = {
  name: 'arrival rate',
  unit: 'tasks/s',
  at: (where) => `arrival rate of ${where}`,
  binding: (where) => `Practically every arriving task of type ${where} is served`,
  relaxed: (step) => `${step} more arriving`,
};

/** Unit and texts of every kind of limit that a checker tests or that can be binding, in the order of reports. */
export const LIMITS = {
  powerCap: { name: 'power cap', unit: 'W', binding: () => 'The facility draws all the power it may', relaxed: more },
  redLine: {
    name: 'red line',
    unit: 'C',
    at: (where: string) => `red line${where === '' ? '' : ` at ${where}`}`,
    used: (where: string) => `inlet of ${where}`,
    binding: (where: string) => `${where === '' ? 'Some inlet' : `The inlet of ${where}`} is as warm as it may be`,
    relaxed: (step: string) => `a red line ${step} higher`,
  },
  rackPower: {
    name: 'rack power limit',
    unit: 'W',
    at: (where: string) => `power limit of rack ${where}`,
    used: (where: string) => `draw of rack ${where}`,
    binding: (where: string) => `The nodes of rack ${where} draw all the power the rack may`,
    relaxed: more,
  },
  pduPower: {
    name: 'PDU power limit',
    unit: 'W',
    at: (where: string) => `power limit of PDU ${where}`,
    used: (where: string) => `draw of the racks under ${where}`,
    binding: (where: string) => `PDU ${where} delivers all it may`,
    relaxed: more,
  },
  coolingCapacity: {
    name: 'cooling capacity',
    unit: 'W',
    at: (where: string) => `cooling capacity of ${where}`,
    used: (where: string) => `heat that reaches ${where}`,
    binding: (where: string) => `${where} removes all the heat it can`,
    relaxed: more,
  },
  setPointRange: {
    name: 'set-point range',
    unit: 'C',
    binding: (where: string) => `The set-point${where === '' ? '' : ` of ${where}`} is at the end of its range`,
    relaxed: (step: string) => `an end ${step} higher`,
  },
  setPointMin: { name: 'coldest set-point', unit: 'C', at: (where: string) => `coldest set-point of ${where}` },
  setPointMax: { name: 'warmest set-point', unit: 'C', at: (where: string) => `warmest set-point of ${where}` },
  setPointStep: { name: 'step of set-points', unit: 'K' },
  setPointShared: { name: 'one set-point common to all CRACs' },
  setPoint: { name: 'set-points of the room' },
  minimumOn: {
    name: 'least number of nodes on',
    unit: 'nodes',
    at: (where: string) => `minimumOn of ${where.includes('/') ? '' : 'node type '}${where}`,
    binding: (where: string) => `No more nodes of ${where} are on than must be`,
    relaxed: (step: string) => `${step} more that must be on`,
  },
  mayBeOff: {
    name: 'nodes that may be on standby',
    unit: 'nodes',
    binding: (where: string) => `Some nodes of type ${where} must stay on`,
    relaxed: (step: string) => `${step} more that may be on standby`,
  },
  nodesOff: { name: 'nodes off', unit: 'nodes', at: (where: string) => `nodes of type ${where}` },
  standby: { name: 'nodes on standby', unit: 'nodes', at: (where: string) => `nodes of type ${where}` },
  distinctSettings: { name: 'number of different settings' },
  deadline: { name: 'deadline', unit: 's' },
  arrival: ARRIVAL,
  arrivalRate: ARRIVAL,
  arrivals: { name: 'arrivals', unit: 'share', at: (where: string) => `demand of ${where}` },
  powerReserve: { name: 'reserve of the power cap', unit: 'W' },
  inletReserve: { name: 'reserve of the red line', unit: 'K' },
  coolingReserve: {
    name: 'reserve of the cooling capacity',
    unit: 'share',
    at: () => 'reserve of the cooling capacities',
  },
  survive: { name: 'limits when a CRAC fails' },
  failureRedLine: { name: 'red line when a CRAC fails,', unit: 'C' },
  failurePowerCap: { name: 'power cap when a CRAC fails,', unit: 'W' },
  failureCoolingCapacity: { name: 'cooling capacity when a CRAC fails,', unit: 'W' },
  failureSteadyState: { name: 'steady state when a CRAC fails,' },
  own: { name: 'limit of your own' },
  // Energy and money.
  energyBudget: { name: 'energy budget', unit: 'J' },
  costBudget: { name: 'budget of money' },
  carbonCap: { name: 'carbon cap', unit: 'kg' },
  renewableEnergy: { name: 'energy of sun and wind', unit: 'kWh' },
  // Probabilities.
  energyRobustness: { name: 'energy-robustness' },
  makespanRobustness: { name: 'makespan-robustness' },
  // Work that is served.
  unservedRate: { name: 'rate not served', unit: 'tasks/s' },
  unarrivedWork: { name: 'work beyond what arrives, where energy is paid for,', unit: 'tasks/s' },
  allowedDataCentres: { name: 'data centres allowed', unit: 'tasks/s' },
  nodeCount: { name: 'nodes there are', unit: 'nodes' },
  // Templates.
  workLimit: { name: 'work limit', unit: 'tasks/s' },
  runningCores: { name: 'running cores', unit: '1' },
  utilisation: { name: 'utilisation', unit: '1' },
  awakeNodes: { name: 'nodes awake', unit: 'nodes' },
  powerLimit: { name: 'power limit', unit: 'W' },
  outletLimit: { name: 'outlet limit', unit: 'C' },
  allowableCores: { name: 'cores that may run' },
  rounding: { name: 'rounded cores' },
  bestEffort: { name: 'best effort' },
  binding: { name: 'what is said to stop the template' },
  bound: { name: 'stated bound' },
  ceiling: { name: 'ceiling of the quotient' },
  proof: { name: 'stored prices' },
  status: { name: 'status' },
  state: { name: 'state of the grid' },
  tables: { name: 'tables of the database' },
  template: { name: 'template' },
  // Schedules and profiles.
  capacity: { name: 'capacity' },
  coreTime: { name: 'core time' },
  coreUnused: { name: 'core without a task' },
  checkpoint: { name: 'checkpoint' },
  duration: { name: 'duration' },
  dropReason: { name: 'reason to drop' },
  jobMissing: { name: 'missing job' },
  jobRepeated: { name: 'job that stands twice' },
  level: { name: 'level' },
  order: { name: 'order' },
  overhead: { name: 'overhead' },
  overlap: { name: 'overlap' },
  precedence: { name: 'precedence' },
  preemption: { name: 'preemption' },
  taskMissing: { name: 'missing task' },
  taskRepeated: { name: 'task that stands twice' },
  taskCannotRun: { name: 'task where it cannot run' },
  value: { name: 'value of a job' },
  work: { name: 'work of a job' },
  dominatedMark: { name: 'mark of a dominated point' },
  front: { name: 'front' },
  fronts: { name: 'fronts' },
  productMark: { name: 'mark of the least product' },
  productBound: { name: 'bound on the product' },
  responseTime: { name: 'response time' },
  energy: { name: 'energy' },
  // What makes a plan or an instance impossible to judge, and self-tests of the checker.
  plan: { name: 'plan' },
  instance: { name: 'instance' },
  claim: { name: 'claim' },
  matrix: { name: 'influence matrix' },
  colocationModel: { name: 'co-location model' },
  coolingPerformance: { name: 'coefficient of performance' },
  heatBalance: { name: 'heat balance' },
  energyLedger: { name: 'energy ledger' },
  roomEnergy: { name: 'energy of the room' },
  nonFinite: { name: 'number that is not finite' },
} as const satisfies Readonly<Record<string, LimitWords>>;

/** A limit at one place that a state of a model must keep. */
export interface LimitAt<State> {
  readonly constraint: LimitName;
  /** Unit of a limit that LIMITS does not name; absent for the others. */
  readonly unit?: string;
  readonly where: string;
  readonly limit: number;
  /** Returns the value of the limited quantity in a state, in the unit of the limit. */
  readonly use: (state: State) => number;
  /** True if the value must be at least the limit; by default, it must be at most the limit. */
  readonly isLeast?: boolean;
  /** Excess that is tolerated; by default that of the checker. */
  readonly tolerated?: number;
}

/** Excess of a temperature over its limit that checkers tolerate, K (docs/checker.md). */
export const TOLERATED_K = 1e-6;
/** Maximum excess of a power over its limit that checkers tolerate, W (docs/checker.md). */
export const TOLERATED_W = 1e-3;
/** Fraction by which a power limit may be exceeded, up to TOLERATED_W (docs/decisions/idle-at-the-cap.md). */
const TOLERATED_SHARE = 1e-9;

/** Returns the power by which a cap, rack or PDU limit may be exceeded, W. */
export function toleratedW(limitW: number): number {
  return Math.min(TOLERATED_W, TOLERATED_SHARE * Math.abs(limitW));
}

/** Returns the excess over a limit that checkers tolerate, in the unit of the limit. */
export function toleratedOf(one: Pick<LimitAt<never>, 'constraint' | 'unit' | 'limit'>): number {
  const { constraint, limit } = one;
  const unit = unitOf(constraint, one.unit);
  if (unit === 'C') return TOLERATED_K;
  return constraint === 'coolingCapacity' ? TOLERATED_W : toleratedW(limit);
}

/** Returns the limits that a state exceeds by more than is tolerated, in the given order. */
export function exceeded<State>(limits: readonly LimitAt<State>[], state: State) {
  return limits.flatMap((one) => {
    const { constraint, where, limit, use, isLeast = false, tolerated = toleratedOf(one) } = one;
    const unit = unitOf(constraint, one.unit);
    const value = use(state);
    const amount = isLeast ? limit - value : value - limit;
    return amount <= tolerated ? [] : [{ constraint, where, unit, value, limit, amount }];
  });
}

/**
 * Returns violations in the order in which people read them: first the worst of each kind, then the others, the worst of
 * a kind first. Kinds keep the order in which they first appear, and faults without an amount their own.
 */
export function worstFirst<One extends { readonly constraint: string; readonly unit: string; readonly amount: number }>(
  all: readonly One[],
): One[] {
  const kinds = new Map<string, One[]>();
  for (const one of all) {
    const own = kinds.get(one.constraint);
    if (own === undefined) kinds.set(one.constraint, [one]);
    else own.push(one);
  }
  const size = ({ unit, amount }: One): number => (unit === 'count' ? -1 : amount);
  const ranked = [...kinds.values()].map((own) => own.toSorted((a, b) => size(b) - size(a)));
  return [...ranked.map(([worst]) => worst!), ...ranked.flatMap(([, ...others]) => others)];
}

/** A value within this fraction of its limit counts as meeting it. Ours: a planner sees no difference. */
const NEAR_SHARE = 1e-3;
/** A temperature within this many kelvins of its limit counts as meeting it, as NEAR_SHARE. */
const NEAR_K = 1e-3;

/** Returns the distance from a limit up to which a value counts as meeting it, in the unit of the limit. */
export function nearness({ unit, limit }: { readonly unit: string; readonly limit: number }): number {
  if (unit === 'C') return NEAR_K;
  return unit === 'nodes' ? 0 : NEAR_SHARE * Math.abs(limit);
}

/** Returns the unit in which differences of a quantity are told: kelvins for temperatures. */
export function unitOfDifference(unit: string): string {
  return unit === 'C' ? 'K' : unit;
}

/**
 * Maximum number of violated limits that a text or page lists. Records contain all. Our choice: few enough to be read.
 */
export const MAX_SHOWN = 10;

/**
 * Highest inlet temperature that the air model can tell, C: the end of class A4 of ASHRAE (2021). Nodes slow down and
 * stop beyond it, and hot air rises by itself (docs/reward-rate/failures.md#where-the-model-ends).
 */
export const MAX_TOLD_C = 45;

/** Name of a limit in plans, violations and records. */
export type LimitName = keyof typeof LIMITS;

/** Name of the corresponding limit in a room with a failed CRAC. The keys are limits in normal operation. */
const IN_FAILURE: Readonly<Partial<Record<LimitName, LimitName>>> = {
  redLine: 'failureRedLine',
  powerCap: 'failurePowerCap',
  coolingCapacity: 'failureCoolingCapacity',
};

/**
 * Returns the name of the corresponding limit in a room with a failed CRAC. Returns the given name if there is no such
 * limit.
 */
export function limitInFailure(name: LimitName): LimitName {
  return IN_FAILURE[name] ?? name;
}

export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(LIMITS, name);
}

/** Returns the unit of a limit's value; `own` for a limit that LIMITS does not name. */
export function unitOf(name: LimitName, own = ''): string {
  return limitWords(name).unit ?? own;
}

/** Returns the texts about a limit. A limit without texts is named by the words of its key: "rackNoise" is "rack noise". */
export function limitWords(name: string): LimitWords {
  if (isLimitName(name)) return LIMITS[name];
  return { name: name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) };
}

/** Returns the name of a limit at a place, within a sentence, e.g. "power limit of rack R1". */
export function limitName(name: string, where: string): string {
  const words = limitWords(name);
  return words.at?.(where) ?? (where === '' || isLimitName(name) ? words.name : `${words.name} of ${where}`);
}

/** Returns the quantity that is limited at a place, within a sentence, e.g. "draw of rack R1". */
export function limitedBy(name: string, where: string): string {
  return limitWords(name).used?.(where) ?? limitName(name, where);
}
