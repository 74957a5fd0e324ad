import { type LpEngineName, planningEngineNames } from '../../solvers/linear/load.js';
import type { Options } from '../options.js';
import { FLAG, samplesOption, TEXT } from '../shared-options.js';
import {
  MAX_PLENUM_TIME_S,
  MAX_THERMAL_MASS_J_PER_K,
  MIN_PLENUM_TIME_S,
  MIN_THERMAL_MASS_J_PER_K,
  NODE_THERMAL_MASS_J_PER_K,
  PLENUM_TIME_CONSTANT_S,
} from '../../../models/families/reward-rate/inertia-ranges.js';
import { SURVIVE_CHOICES } from './instances/survive-choices.js';
import { apartFrom, heeding } from './combinations.js';
import { POPULATIONS } from './methods/genetic/populations.js';

/** Minimum length of an epoch in `plenum simulate`, s. Ours: far below the time of any task of the thesis. */
const MIN_HORIZON_S = 0.001;
/** Maximum length of an epoch in `plenum simulate`, s: a Julian year. */
const MAX_HORIZON_S = 31_557_600;
/**
 * Maximum coefficient of variation of a random factor in `plenum simulate`. Ours: with more, the median of a lognormal
 * factor is below a third of its mean, which is useless for planning.
 */
const MAX_COV = 3;
/** Maximum number of random rooms. Ours: with 100,000 rooms a fraction is accurate to 0.3 %. */
const MAX_ROOMS = 100_000;
/** Maximum number of alternative plans: one for each criterion by which a plan can be simpler. */
const MAX_ALTERNATIVES = 4;
/** Maximum reward rate to ask for, reward/s. Ours: no product of reward and arrival rate in an instance is larger. */
const MAX_REWARD_PER_S = 1e24;
/** Maximum fraction of a cooling capacity that may be reserved, as in instances. */
const MAX_COOLING_SHARE = 0.95;
/** Minimum step of CRAC set-points, K, as in instances. */
const MIN_SET_POINT_STEP_K = 0.001;
/** Maximum step of CRAC set-points, K, as in instances. */
const MAX_SET_POINT_STEP_K = 150;
/** Maximum fraction of the reward to give up for less power. Ours: more than half is another objective. */
const MAX_REWARD_TOLERANCE = 0.5;
/** Maximum of every price option, USD. Ours: far above any real price. */
const MAX_USD = 1e9;
/** Maximum CO2 emission per energy, g/kWh. Ours: ten times that of lignite. */
const MAX_CARBON_G_PER_KWH = 10_000;

/** Verbs that compute plans. */
const SOLVING = ['solve', 'compare', 'sweep', 'day'] as const;
/** Verbs with options that replace the instance's reserves. */
const WITH_RESERVES = ['solve', 'check', 'bound', 'explain', 'compare', 'sweep', 'day'] as const;
/**
 * Verbs with option `--survive`. The option states the CRAC failures that a plan must survive, in place of
 * limits.survive.
 */
const WITH_SURVIVE = ['solve', 'check', 'bound', 'explain'] as const;
/** Verbs with price options, for the money that plans earn and cost. */
const WITH_MONEY = ['solve', 'check', 'sweep', 'day'] as const;
/** Verbs with options to analyse a plan under CRAC failures or in random rooms. */
const OF_PLANS = ['solve', 'check'] as const;

/** Kind of an option that is a number of at least 0. */
const AT_LEAST_0 = { is: 'number', least: 0 } as const;
/** Kind of an option that is a price, USD. */
const PRICE = { is: 'number', least: 0, most: MAX_USD } as const;
/** Kind of an option that is a coefficient of variation. */
const VARIATION = { is: 'number', least: 0, most: MAX_COV } as const;

/**
 * Condition of the price options: money must be the objective. It does not apply to `check`, which only computes the
 * money of a plan.
 */
const FOR_MONEY = { option: 'objective', is: ['money'], verbs: ['solve', 'sweep', 'day'] } as const;
/** Condition of price options that have an effect only together with `--reward-usd`. */
const WITH_REWARD_USD = { option: 'rewardUsd', given: true } as const;
/** Condition of price options with effect only if energy has a price, from `--energy-usd` or an arrivals file. */
const WITH_ENERGY_USD = { option: 'energyUsd', given: true, orGiven: 'arrivals' } as const;

/** Options that only reward-rate instances have. */
export const REWARD_RATE_OPTIONS = {
  objective: {
    flags: '--objective <list>',
    verbs: SOLVING,
    group: 'what',
    help: 'what to make best',
    kind: { is: 'choice', of: ['reward', 'reward,power', 'money'] },
    usual: 'reward,power with config-lp',
    heededBy: heeding('objective'),
    requires: [
      ...apartFrom('objective'),
      { ...WITH_REWARD_USD, of: ['money'], verbs: ['solve', 'sweep', 'day'] },
      { ...WITH_ENERGY_USD, of: ['money'], verbs: ['solve', 'sweep', 'day'] },
    ],
  },
  rewardTolerance: {
    flags: '--reward-tolerance <share>',
    verbs: SOLVING,
    group: 'what',
    help: 'share of the reward that less power may cost',
    kind: { is: 'number', least: 0, most: MAX_REWARD_TOLERANCE },
    usual: '1e-6',
    heededBy: heeding('rewardTolerance'),
    requires: apartFrom('rewardTolerance'),
  },
  rewardUsd: {
    flags: '--reward-usd <USD>',
    verbs: WITH_MONEY,
    group: 'what',
    help: 'worth of a reward of 1, with --objective money',
    helpOf: { check: 'worth of a reward of 1: states the money of the plan' },
    kind: PRICE,
    requires: [FOR_MONEY, WITH_ENERGY_USD],
  },
  energyUsd: {
    flags: '--energy-usd <USD/kWh>',
    verbs: WITH_MONEY,
    group: 'what',
    help: 'price of energy at the meter, with --reward-usd',
    kind: PRICE,
    requires: [FOR_MONEY, WITH_REWARD_USD],
  },
  carbonUsd: {
    flags: '--carbon-usd <USD/t>',
    verbs: WITH_MONEY,
    group: 'what',
    help: 'price of CO2, with --carbon-intensity',
    kind: PRICE,
    requires: [
      FOR_MONEY,
      WITH_REWARD_USD,
      WITH_ENERGY_USD,
      { option: 'carbonIntensity', given: true, orGiven: 'arrivals' },
    ],
  },
  carbonIntensity: {
    flags: '--carbon-intensity <g/kWh>',
    verbs: WITH_MONEY,
    group: 'what',
    help: 'CO2 of the energy, with --carbon-usd',
    kind: { is: 'number', least: 0, most: MAX_CARBON_G_PER_KWH },
    requires: [FOR_MONEY, WITH_REWARD_USD, WITH_ENERGY_USD, { option: 'carbonUsd', given: true }],
  },
  naive: {
    flags: '--naive',
    verbs: ['solve', 'sweep', 'day'],
    group: 'what',
    help: 'let the method ignore co-location (NERR)',
    kind: FLAG,
    label: { words: { naive: true } },
  },
  population: {
    flags: '--population <rule>',
    verbs: SOLVING,
    group: 'effort',
    help: 'rule for founders and equal plans',
    kind: { is: 'choice', of: POPULATIONS },
    usual: 'printed',
    heededBy: ['ga'],
    label: { values: POPULATIONS },
  },
  sharing: {
    flags: '--sharing <rule>',
    verbs: SOLVING,
    group: 'what',
    help: 'may nodes share time; auto: where that pays',
    kind: { is: 'choice', of: ['never', 'auto', 'always'] },
    usual: 'auto',
    heededBy: heeding('sharing'),
    requires: apartFrom('sharing'),
  },
  standby: {
    flags: '--standby',
    verbs: SOLVING,
    group: 'what',
    help: 'put nodes without work on standby',
    kind: FLAG,
    heededBy: heeding('standby'),
  },
  arrivals: {
    flags: '--arrivals <file>',
    verbs: ['day'],
    group: 'what',
    help: 'arrival rates by epoch, CSV or JSON (docs/reward-rate/day.md)',
    kind: TEXT,
    isInput: true,
  },
  profile: {
    flags: '--profile <name>',
    verbs: ['day'],
    group: 'what',
    help: 'built-in shape of a day in place of a file',
    kind: { is: 'choice', of: ['diurnal', 'flat'] },
  },
  hard: {
    flags: '--hard <limits>',
    verbs: ['explain'],
    group: 'what',
    help: 'limits that no fix moves, with commas: powerCap, redLine, rackPower:R1, ...',
    kind: TEXT,
  },
  prices: {
    flags: '--prices <list>',
    verbs: ['explain'],
    group: 'what',
    help: 'what moving limits costs per kW, K, percent or node, e.g. powerCap=150,redLine=2000; orders the fixes',
    kind: TEXT,
  },
  wantedReward: {
    flags: '--wanted-reward <R>',
    verbs: ['explain'],
    group: 'what',
    help: 'say which cap, or other limit, a plan that earns so much needs, reward/s',
    kind: { is: 'number', least: 0, most: MAX_REWARD_PER_S },
  },
  serve: {
    flags: '--serve <list>',
    verbs: ['explain'],
    group: 'what',
    help: 'demand service: all, or task types with a percentage of what arrives, e.g. lu,bt=90; says what must give way',
    kind: TEXT,
  },
  inlet: {
    flags: '--inlet <zone>',
    verbs: ['explain'],
    group: 'what',
    help: 'with a plan: explain the inlet of this zone',
    kind: TEXT,
    usual: 'the hottest',
  },
  task: {
    flags: '--task <name>',
    verbs: ['explain'],
    group: 'what',
    help: 'with a plan: try other rewards of this task type where none of it is served',
    kind: TEXT,
  },
  failures: {
    flags: '--failures',
    verbs: OF_PLANS,
    group: 'what',
    help: 'what happens when a CRAC fails, with fallbacks',
    kind: FLAG,
  },
  gone: {
    flags: '--gone <cracs>',
    verbs: OF_PLANS,
    group: 'what',
    help: 'what happens when these fail at once, e.g. C1,C2',
    kind: TEXT,
  },
  thermalMass: {
    flags: '--thermal-mass <J/K>',
    verbs: OF_PLANS,
    group: 'what',
    help: 'heat a node stores, for the time to the red line',
    kind: { is: 'number', least: MIN_THERMAL_MASS_J_PER_K, most: MAX_THERMAL_MASS_J_PER_K },
    usual: `the instance's, else ${NODE_THERMAL_MASS_J_PER_K}`,
  },
  plenumTime: {
    flags: '--plenum-time <s>',
    verbs: OF_PLANS,
    group: 'what',
    help: 'time constant of the air under the floor, likewise',
    kind: { is: 'number', least: MIN_PLENUM_TIME_S, most: MAX_PLENUM_TIME_S },
    usual: `the instance's, else ${PLENUM_TIME_CONSTANT_S}`,
  },
  rooms: {
    flags: '--rooms <n>',
    verbs: OF_PLANS,
    group: 'what',
    help: 'judge the plan in rooms that are drawn',
    kind: { is: 'whole', least: 1, most: MAX_ROOMS },
    usual: '1000 where the instance says what',
  },
  alternatives: {
    flags: '--alternatives <n>',
    verbs: ['solve'],
    group: 'what',
    help: 'up to n plans within 0.1 % that are simpler, on fewer nodes, colder or more even',
    kind: { is: 'whole', least: 1, most: MAX_ALTERNATIVES },
  },
  constraints: {
    flags: '--constraints <module>',
    verbs: OF_PLANS,
    group: 'limits',
    help: 'limits of your own beside them, a JavaScript module (docs/reward-rate/config-ls.md)',
    kind: TEXT,
    isInput: true,
    isModule: true,
  },
  survive: {
    flags: '--survive <failures>',
    verbs: WITH_SURVIVE,
    group: 'limits',
    help: 'failures that plans survive, -reset: at set-points of each',
    kind: { is: 'choice', of: SURVIVE_CHOICES },
  },
  reservePower: {
    flags: '--reserve-power <W>',
    verbs: WITH_RESERVES,
    group: 'limits',
    help: 'left free below the power cap',
    kind: AT_LEAST_0,
  },
  reserveInlet: {
    flags: '--reserve-inlet <K>',
    verbs: WITH_RESERVES,
    group: 'limits',
    help: 'left free below the red line',
    kind: AT_LEAST_0,
  },
  reserveCooling: {
    flags: '--reserve-cooling <share>',
    verbs: WITH_RESERVES,
    group: 'limits',
    help: 'left free of each capacity',
    kind: { is: 'number', least: 0, most: MAX_COOLING_SHARE },
  },
  setPointStep: {
    flags: '--set-point-step <C>',
    verbs: ['solve', 'check', 'bound'],
    group: 'limits',
    help: 'step of set-points, from 0 C',
    kind: { is: 'number', least: MIN_SET_POINT_STEP_K, most: MAX_SET_POINT_STEP_K },
  },
  engine: {
    flags: '--engine <name>',
    verbs: ['solve', 'bound', 'explain', 'compare', 'sweep', 'day'],
    group: 'effort',
    help: 'LP engine',
    kind: { is: 'choice', of: planningEngineNames },
    preset: 'highs' satisfies LpEngineName,
  },
  writeModel: {
    flags: '--write-model <file>',
    verbs: ['bound'],
    group: 'output',
    help: 'write the LP as .mps or .lp',
    kind: { is: 'text', endings: ['.mps', '.lp'] },
  },
  samples: samplesOption('epochs', 10_000),
  horizon: {
    flags: '--horizon <s>',
    verbs: ['simulate'],
    group: 'what',
    help: 'length of an epoch, s',
    kind: { is: 'number', least: MIN_HORIZON_S, most: MAX_HORIZON_S },
    preset: 3600,
  },
  timeCov: {
    flags: '--time-cov <x>',
    verbs: ['simulate'],
    group: 'what',
    help: 'coefficient of variation of the factor on execution times, per task type and node type',
    kind: VARIATION,
    preset: 0.1,
  },
  arrivalCov: {
    flags: '--arrival-cov <x>',
    verbs: ['simulate'],
    group: 'what',
    help: 'coefficient of variation of the factor on arrival rates, per task type',
    kind: VARIATION,
    preset: 0.1,
  },
  taskCov: {
    flags: '--task-cov <x>',
    verbs: ['simulate'],
    group: 'what',
    help: 'coefficient of variation of execution times from task to task',
    kind: VARIATION,
    preset: 0.3,
  },
  deadlines: {
    flags: '--deadlines',
    verbs: ['simulate'],
    group: 'what',
    help: 'tasks that take longer than their deadline earn nothing',
    kind: FLAG,
  },
  idleCores: {
    flags: '--idle-cores <what>',
    verbs: ['simulate'],
    group: 'what',
    help: 'power of cores without work',
    kind: { is: 'choice', of: ['keep', 'drop'] },
    preset: 'keep',
  },
  share: {
    flags: '--share <x>',
    verbs: ['simulate'],
    group: 'what',
    help: 'ask how likely an epoch earns this share of the nominal reward',
    kind: { is: 'number', least: 0, most: 1 },
    preset: 0.95,
  },
} as const satisfies Options;
