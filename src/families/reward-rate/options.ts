import { type LpEngineName, planningEngineNames } from '../../solvers/linear/load.js';
import type { OptionSpec } from '../options.js';
import { objectiveOption, samplesOption } from '../shared-options.js';
import {
  MAX_PLENUM_TIME_S,
  MAX_THERMAL_MASS_J_PER_K,
  MIN_PLENUM_TIME_S,
  MIN_THERMAL_MASS_J_PER_K,
} from '../../../models/problems/reward-rate/inertia-ranges.js';
import { SURVIVE_CHOICES } from './instances/survive-choices.js';
import { PROFILES } from './studies/day/profile-names.js';
import { NODE_THERMAL_MASS_J_PER_K, PLENUM_TIME_CONSTANT_S } from './runs/failure-words.js';
import { CRITERIA } from './runs/alternatives.js';
import { SHARING_RULES } from './runs/sharing-rules.js';
import { DEFAULT_UNCERTAINTY } from './studies/uncertainty/model.js';

/** Epochs simulated where --samples does not say. */
export const DEFAULT_EPOCHS = 10_000;
/** Least length of a simulated epoch, s. Ours: far below the time of any task of the thesis. */
const MIN_HORIZON_S = 0.001;
/** Greatest length of a simulated epoch, s: a Julian year. Ours. */
const MAX_HORIZON_S = 31_557_600;
/**
 * Greatest coefficient of variation. Ours: beyond it a lognormal factor has a median below a third of its mean, no uncertainty anybody plans
 * with.
 */
const MAX_COV = 3;

/** Greatest number of drawn rooms. Ours: the share of a hundred thousand is good to 0.3 %. */
const MAX_ROOMS = 100_000;

/** Greatest reward that may be wanted, reward/s. Ours: products of the greatest rewards and arrival rates of an instance are no more. */
const MAX_REWARD_PER_S = 1e24;

/** Greatest share of a cooling capacity that may be reserved, as in an instance. */
const MAX_COOLING_SHARE = 0.95;
/** Least step of set-points, K, as in an instance. */
const MIN_SET_POINT_STEP_K = 0.001;
/** Greatest step of set-points, K, as in an instance. */
const MAX_SET_POINT_STEP_K = 150;
/** Verbs that take reserves in place of the instance's. */
const WITH_RESERVES = ['solve', 'check', 'bound', 'explain', 'compare', 'sweep', 'day'];
/** Verbs that take failures to survive in place of the instance's. */
const WITH_SURVIVE = ['solve', 'check', 'bound', 'explain'];
/** Verbs that solve instances. */
const SOLVING = ['solve', 'compare', 'sweep', 'day'];
/** Verbs that make money best, or state that of a plan. */
const WITH_MONEY = ['solve', 'check', 'sweep', 'day'];
/** Greatest share of the reward that may be given up for less power. Ours: beyond half of it another question is asked. */
const MAX_REWARD_TOLERANCE = 0.5;

/** Greatest price of anything, USD. Ours: far above any. */
const MAX_USD = 1e9;
/** Greatest CO2 of energy, g/kWh. Ours: ten times that of lignite. */
const MAX_CARBON_G_PER_KWH = 10_000;

/** Kind of an option that has no value. */
const FLAG = { is: 'flag' } as const;
/** Kind of an option whose value is any text. */
const TEXT = { is: 'text' } as const;
/** Kind of an option whose value is a coefficient of variation, from 0 to its greatest. */
const VARIATION = { is: 'number', least: 0, most: MAX_COV } as const;
const { horizonS, timeFactorCov, arrivalFactorCov, taskTimeCov, idleCores } = DEFAULT_UNCERTAINTY;

/** Options of reward-rate instances beside those of every family. */
export const REWARD_RATE_OPTIONS: readonly OptionSpec[] = [
  {
    ...{ name: 'constraints', flags: '--constraints <module>', verbs: ['solve', 'check'], kind: TEXT },
    ...{ isInput: true, isModule: true },
    help: 'limits of your own, a JavaScript module (docs/reward-rate/config-ls.md)',
  },
  {
    ...{ name: 'reservePower', flags: '--reserve-power <W>', verbs: WITH_RESERVES, kind: { is: 'number', least: 0 } },
    help: 'margin left free below the power cap, in place of limits.reserve.powerW (docs/reward-rate/reserves.md)',
  },
  {
    ...{ name: 'reserveInlet', flags: '--reserve-inlet <K>', verbs: WITH_RESERVES, kind: { is: 'number', least: 0 } },
    help: 'margin left free below the red line, in place of limits.reserve.inletK',
  },
  {
    ...{ name: 'reserveCooling', flags: '--reserve-cooling <share>', verbs: WITH_RESERVES },
    help: 'share of each cooling capacity left free, in place of limits.reserve.coolingShare',
    kind: { is: 'number', least: 0, most: MAX_COOLING_SHARE },
  },
  {
    ...{ name: 'setPointStep', flags: '--set-point-step <C>', verbs: ['solve', 'check', 'bound'] },
    help: 'step of the set-points that CRACs accept, counted from 0 C, in place of setPointStepC of each (docs/reward-rate/set-point-steps.md)',
    kind: { is: 'number', least: MIN_SET_POINT_STEP_K, most: MAX_SET_POINT_STEP_K },
  },
  {
    ...{ name: 'survive', flags: '--survive <failures>', verbs: WITH_SURVIVE },
    help: 'failures in which plans keep all limits, in place of limits.survive: of any CRAC, or any group too; -reset: at set-points for each failure (docs/reward-rate/survive.md)',
    kind: { is: 'choice', of: SURVIVE_CHOICES },
  },
  {
    ...{ name: 'failures', flags: '--failures', verbs: ['solve', 'check'], kind: FLAG },
    help: 'say what happens when each CRAC fails, with a fallback plan (docs/reward-rate/failures.md)',
  },
  {
    ...{ name: 'gone', flags: '--gone <cracs>', verbs: ['solve', 'check'], kind: TEXT },
    help: 'say what happens when these CRACs fail at once, names with commas between',
  },
  {
    ...{ name: 'thermalMass', flags: '--thermal-mass <J/K>', verbs: ['solve', 'check'] },
    help: `heat a node stores per kelvin, for the time to the red line; that of limits.failureResponse, else ${NODE_THERMAL_MASS_J_PER_K}`,
    kind: { is: 'number', least: MIN_THERMAL_MASS_J_PER_K, most: MAX_THERMAL_MASS_J_PER_K },
  },
  {
    ...{ name: 'plenumTime', flags: '--plenum-time <s>', verbs: ['solve', 'check'] },
    help: `time constant of the air under the floor, for the time to the red line, s; likewise, else ${PLENUM_TIME_CONSTANT_S}`,
    kind: { is: 'number', least: MIN_PLENUM_TIME_S, most: MAX_PLENUM_TIME_S },
  },
  {
    ...{ name: 'rooms', flags: '--rooms <n>', verbs: ['solve', 'check'] },
    help: 'judge the plan in this many rooms drawn from what is uncertain; 1000 where the instance says what (docs/reward-rate/uncertain-rooms.md)',
    kind: { is: 'whole', least: 1, most: MAX_ROOMS },
  },
  {
    ...{ name: 'alternatives', flags: '--alternatives <n>', verbs: ['solve'] },
    help: 'also look for up to n plans within 0.1 % of the best that are simpler, on fewer nodes, colder or more even (docs/reward-rate/alternatives.md)',
    kind: { is: 'whole', least: 1, most: CRITERIA.length },
  },
  {
    ...{ name: 'naive', flags: '--naive', verbs: ['solve', 'sweep', 'day'], kind: FLAG },
    help: 'let the method ignore co-location (NERR); plans are judged with it',
  },
  {
    ...{ name: 'sharing', flags: '--sharing <rule>', verbs: SOLVING, kind: { is: 'choice', of: SHARING_RULES } },
    help: 'may nodes share time: never; auto, where that pays (default); always, where it earns anything',
  },
  objectiveOption(
    SOLVING,
    'reward alone; then the least power at the meter with its proof (reward,power; default with config-lp; docs/reward-rate/least-power.md); or money, at the prices given (docs/reward-rate/money.md)',
  ),
  {
    ...{ name: 'rewardUsd', flags: '--reward-usd <USD>', verbs: WITH_MONEY },
    help: 'what a reward of 1 is worth, USD, with --objective money; check states the money of a plan',
    kind: { is: 'number', least: 0, most: MAX_USD },
  },
  {
    ...{ name: 'energyUsd', flags: '--energy-usd <USD/kWh>', verbs: WITH_MONEY },
    help: 'price of energy at the meter, USD/kWh, with --reward-usd',
    kind: { is: 'number', least: 0, most: MAX_USD },
  },
  {
    ...{ name: 'carbonUsd', flags: '--carbon-usd <USD/t>', verbs: WITH_MONEY },
    help: 'price of CO2, USD/t, with --carbon-intensity',
    kind: { is: 'number', least: 0, most: MAX_USD },
  },
  {
    ...{ name: 'carbonIntensity', flags: '--carbon-intensity <g/kWh>', verbs: WITH_MONEY },
    help: 'CO2 of the energy, g/kWh, with --carbon-usd',
    kind: { is: 'number', least: 0, most: MAX_CARBON_G_PER_KWH },
  },
  {
    ...{ name: 'rewardTolerance', flags: '--reward-tolerance <share>', verbs: SOLVING },
    help: 'share of the reward that may be given up for less power; 1e-6 by default',
    kind: { is: 'number', least: 0, most: MAX_REWARD_TOLERANCE },
  },
  {
    ...{ name: 'standby', flags: '--standby', verbs: SOLVING, kind: FLAG },
    help: 'put nodes without work on standby after lp, nlp, ga or greedy, which keep all on (docs/reward-rate/standby.md)',
  },
  {
    ...{ name: 'engine', flags: '--engine <name>', verbs: ['solve', 'bound', 'explain', 'compare', 'sweep', 'day'] },
    help: 'LP engine',
    kind: { is: 'choice', of: planningEngineNames },
    preset: 'highs' satisfies LpEngineName,
  },
  {
    ...{ name: 'writeModel', flags: '--write-model <file>', verbs: ['bound'], kind: TEXT },
    help: 'write the LP as .mps or .lp',
  },
  {
    ...{ name: 'hard', flags: '--hard <limits>', verbs: ['explain'], kind: TEXT },
    help: 'limits that no fix moves, with commas between: powerCap, redLine, rackPower:R1, ... (docs/reward-rate/explain.md)',
  },
  {
    ...{ name: 'prices', flags: '--prices <list>', verbs: ['explain'], kind: TEXT },
    help: 'what moving limits costs per kW, K, percent or node, e.g. powerCap=150,redLine=2000; orders the fixes',
  },
  {
    ...{ name: 'inlet', flags: '--inlet <zone>', verbs: ['explain'], kind: TEXT },
    help: 'with a plan: explain the inlet of this zone; the hottest by default',
  },
  {
    ...{ name: 'task', flags: '--task <name>', verbs: ['explain'], kind: TEXT },
    help: 'with a plan: try other rewards of this task type where none of it is served',
  },
  {
    ...{ name: 'wantedReward', flags: '--wanted-reward <R>', verbs: ['explain'] },
    help: 'say which cap, or other limit, a plan that earns so much needs, reward/s',
    kind: { is: 'number', least: 0, most: MAX_REWARD_PER_S },
  },
  {
    ...{ name: 'serve', flags: '--serve <list>', verbs: ['explain'], kind: TEXT },
    help: 'demand service: all, or task types with a percentage of what arrives, e.g. lu,bt=90; says what must give way',
  },
  {
    ...{ name: 'arrivals', flags: '--arrivals <file>', verbs: ['day'], kind: TEXT, isInput: true },
    help: 'arrival rates by epoch, CSV or JSON (docs/reward-rate/day.md)',
  },
  {
    ...{ name: 'profile', flags: '--profile <name>', verbs: ['day'], kind: TEXT },
    help: `a built-in shape of a day (${PROFILES.join(', ')})`,
  },
  samplesOption(`epochs, ${DEFAULT_EPOCHS} by default`),
  {
    ...{ name: 'horizon', flags: '--horizon <s>', verbs: ['simulate'], preset: horizonS },
    help: 'length of an epoch, s',
    kind: { is: 'number', least: MIN_HORIZON_S, most: MAX_HORIZON_S },
  },
  {
    ...{ name: 'timeCov', flags: '--time-cov <x>', verbs: ['simulate'], kind: VARIATION, preset: timeFactorCov },
    help: 'coefficient of variation of the factor on execution times, per task type and node type',
  },
  {
    ...{
      name: 'arrivalCov',
      flags: '--arrival-cov <x>',
      verbs: ['simulate'],
      kind: VARIATION,
      preset: arrivalFactorCov,
    },
    help: 'coefficient of variation of the factor on arrival rates, per task type',
  },
  {
    ...{ name: 'taskCov', flags: '--task-cov <x>', verbs: ['simulate'], kind: VARIATION, preset: taskTimeCov },
    help: 'coefficient of variation of execution times from task to task',
  },
  {
    ...{ name: 'deadlines', flags: '--deadlines', verbs: ['simulate'], kind: FLAG },
    help: 'tasks that take longer than their deadline earn nothing',
  },
  {
    ...{ name: 'idleCores', flags: '--idle-cores <what>', verbs: ['simulate'], preset: idleCores },
    help: 'power of cores without work',
    kind: { is: 'choice', of: ['keep', 'drop'] },
  },
  {
    ...{ name: 'share', flags: '--share <x>', verbs: ['simulate'], kind: { is: 'number', least: 0, most: 1 } },
    help: 'ask how likely an epoch earns this share of the nominal reward',
    preset: 0.95,
  },
];
