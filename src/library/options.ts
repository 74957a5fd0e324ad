import type { NamesInstance } from '../families/family.js';
import type { TrajectoryPoint } from '../runs/result.js';

/** Receiver of how far a search or a bound has come, and of the unit of its figures: '' for that of the objective. */
export type OnProgress = (point: TrajectoryPoint, unit: string) => void;

/** Options of every verb that opens an instance. */
export interface OpenOptions {
  /** Flag, true if the instance may name files outside its own folder; false if absent. */
  readonly allowOutside?: boolean;
}

/** An AbortSignal, or whatever else says whether to end. */
export interface Aborted {
  readonly aborted: boolean;
}

/** Ways to end a search or a bound before its time. */
export interface LimitOptions {
  /** End after about this long with the best so far, s, at least 0; none if absent. */
  readonly timeLimitS?: number;
  /** Signal to end: once aborted, the run ends after its current step with the best so far. */
  readonly signal?: Aborted;
  /** Receiver of progress after every step. */
  readonly onProgress?: OnProgress;
}

/** Choices that only some families take; on an instance of another family they are refused. Values: `plenum solve --help`. */
export interface FamilyChoices {
  /** LP engine: one of `list().engines`; `highs` if absent. Reward rate. */
  readonly engine?: string;
  /** `mo-ec` (meet the deadline as surely as the energy limit allows) or `eo-mc` (keep the energy budget as surely as the deadline allows); `mo-ec` if absent, of `check` the plan's. Robust. */
  readonly problem?: string;
}

/** Log that the jobs of an instance come from. */
interface TraceChoice {
  /** Path of a log in the Standard Workload Format, in place of the one that the instance names. Utility. */
  readonly trace?: string;
}

/** Reserves in place of those of the instance, each where it is given. */
interface ReserveChoices {
  /** Margin left free below the power cap, W, at least 0 and below the cap; the instance's if absent. Reward rate. */
  readonly reservePower?: number;
  /** Margin left free below the red line, K, at least 0; the instance's if absent. Reward rate. */
  readonly reserveInlet?: number;
  /** Share of each cooling capacity left free, 0 to 0.95; the instance's if absent. Reward rate. */
  readonly reserveCooling?: number;
}

/** Failures to survive in place of those of the instance. */
interface SurviveChoice {
  /** Failures that plans survive, `any-crac`, `any-crac-reset`, `any-group`, `any-group-reset` or `none`; the instance's if absent. Reward rate. */
  readonly survive?: string;
}

/** Objective of reward-rate runs, and rules on nodes that share time and sleep. */
interface RewardRateChoices {
  /** Objective: `reward`; or `reward,power`, then the least power at the meter with its proof. `reward,power` if absent with `config-lp`. Reward rate. */
  readonly objective?: 'reward' | 'reward,power';
  /** Share of the reward that may be given up for less power, 0 to 0.5; 1e-6 if absent. Reward rate. */
  readonly rewardTolerance?: number;
  /** Rule on nodes that share time: `never`; `auto`, where that pays; `always`, where it earns anything. `auto` if absent. Reward rate. */
  readonly sharing?: 'never' | 'auto' | 'always';
  /** Flag, true if nodes without work go on standby after a method that keeps all on: `lp`, `nlp`, `ga` or `greedy`; false if absent. Reward rate. */
  readonly standby?: boolean;
}

/** Prices of reward and energy. */
interface PriceChoices {
  /** Worth of a reward of 1 or a plan's is stated, USD, at least 0. Reward rate. */
  readonly rewardUsd?: number;
  /** Price of energy at the meter, USD/kWh, at least 0. Reward rate. */
  readonly energyUsd?: number;
  /** Price of CO2, USD/t, at least 0; none if absent. Reward rate. */
  readonly carbonUsd?: number;
  /** CO2 of the energy, g/kWh, 0 to 10,000; none if absent. Reward rate. */
  readonly carbonIntensity?: number;
}

/** The same with money, and the prices it needs. */
interface MoneyChoices extends Omit<RewardRateChoices, 'objective'>, PriceChoices {
  /** Objective: `reward`; `reward,power`, then the least power at the meter with its proof; or `money`, at the prices given. `reward,power` if absent with `config-lp`. Reward rate. */
  readonly objective?: 'reward' | 'reward,power' | 'money';
}

/** Step of set-points in place of those of the instance. */
interface StepChoice {
  /** Step of the set-points that CRACs accept, counted from 0 C, K, 0.001 to 150; that of each CRAC of the instance if absent. Reward rate. */
  readonly setPointStep?: number;
}

/** Readings of a method of months, and effort of its profiles. */
interface MonthChoices {
  /** Readings of what the paper leaves open: `ours` or `printed`; other options go before. `ours` if absent. Jobs. */
  readonly readings?: string;
  /** Moment at which bids value a job: `completion` or `allocation`; `completion` if absent. Jobs. */
  readonly valueAt?: string;
  /** Cores of a job that starts: `fewest` (if absent) or `max-bid` of list schedules, `best` (if absent) or `at-most-best` of profiles. Jobs. */
  readonly cores?: string;
  /** Time between checkpoints, s, at least 1; what the instance says if absent. Jobs. */
  readonly checkpointIntervalS?: number;
  /** Number of moves of a job: `once`, `repeated` or `none`; as the method has it if absent. Jobs. */
  readonly moves?: string;
  /** Time left after a move: `repaired` (by the pace seen) or `literal`; `repaired` if absent. Jobs. */
  readonly remaining?: string;
  /** Directions of moves: `deviation` or `both`; as the method has it if absent. Jobs. */
  readonly directions?: string;
  /** Choice of moves: `best` or `gaining`; as the method has it if absent. Jobs. */
  readonly moveChoice?: string;
  /** Value that `price` gives up for a MJ, value/MJ, at least 0; 0 if absent. Jobs. */
  readonly energyPrice?: number;
  /** Prices of cores that `price` charges: `clearing` or `none`; `clearing` if absent. Jobs. */
  readonly corePrices?: string;
  /** Time ahead whose cores these prices fill, h, 0.001 to 10,000; 12 if absent. Jobs. */
  readonly priceHorizon?: number;
  /** Nodes of the exact search for each front of a profile, a whole number of at least 0; 300,000 if absent. Jobs. */
  readonly profileNodes?: number;
}

/** Options of `solve`. */
export interface SolveOptions
  extends
    OpenOptions,
    LimitOptions,
    FamilyChoices,
    TraceChoice,
    MonthChoices,
    Omit<MoneyChoices, 'objective'>,
    ReserveChoices,
    StepChoice,
    FailureChoices,
    SurviveChoice {
  /** Objective: `reward`; `reward,power`, then the least power at the meter with its proof; or `money`, at the prices given. `reward,power` if absent with `config-lp`. Reward rate. Or, of robust instances with mo-ec, `psi`, the core least likely to be in time (if absent), or `whole-bag`, all cores in time. */
  readonly objective?: 'reward' | 'reward,power' | 'money' | 'psi' | 'whole-bag';
  /** Name of a method, from `list().methods` for the instance's family; the family's first if absent. */
  readonly method?: string;
  /** Seed of stochastic methods, a whole number of at least 0; 1 if absent. The same seed and steps repeat the same plan. */
  readonly seed?: number;
  /** End after this many steps, a whole number of at least 1: repeats exactly, which a time limit does not. None if absent. */
  readonly workLimit?: number;
  /** Flag, true if a method that proves no bound of its own is followed by one; true if absent. */
  readonly bound?: boolean;
  /** Longest time of that separate bound, s, at least 0; as `timeLimitS` if absent. Robust and geo. */
  readonly boundTimeLimitS?: number;
  /** Directory for plan.json, plan.csv, result.json, report.html and what the family adds; nothing is written if absent. */
  readonly out?: string;
  /** Flag, true if files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
  /** Flag, true if the method ignores co-location (NERR); the plan is judged with it. Reward rate. */
  readonly naive?: boolean;
  /** Number of rooms drawn from what is uncertain, in which the plan is judged, 1 to 100,000; 1000 if absent and the instance says what is uncertain. Reward rate. */
  readonly rooms?: number;
  /** Greatest number of plans within 0.1 % of the best to look for, 1 to 4: simpler, on fewer nodes, colder, more even; none if absent. Reward rate. */
  readonly alternatives?: number;
  /** Path of a JavaScript module with limits of your own (docs/reward-rate/config-ls.md). Reward rate. */
  readonly constraints?: string;
  /** Way in which a search weighs its limit: `dynamic`, `static`, `superiority` or `limit`. Robust. */
  readonly constraint?: string;
  /** Our changes to the printed searches, e.g. `z,ties`; `all` or `none`. Robust. */
  readonly improve?: string;
  /** Path of a plan to start from. Robust. */
  readonly start?: string;
  /** Points of a trade-off to trace beside the plan, 2 to 100; needs `out`. Robust and geo. */
  readonly front?: number;
  /** Filter of the candidates that a policy may take: `none`, `task`, `per-task` or `per-resource`; `none` if absent. Utility. */
  readonly filter?: string;
  /** Factor on what that filter allows, above 0, or `online`: learnt so that the budget lasts; 1 if absent. Utility. */
  readonly leniency?: number | 'online';
  /** Rule by which running tasks give way: `none`, `greedy`, `difference` or `pair`; `none` where a method is named. Utility. */
  readonly preemption?: string;
  /** Kind of what later starts of parallel tasks leave: `place-holders` or `permanent`; `place-holders` if absent. Utility. */
  readonly reservations?: string;
  /** Time at which a parallel task gets its nodes: `late` or `early`; `late` if absent. Utility. */
  readonly binding?: string;
  /** Energy that `event-based` and `task-based` hold against the goal: `consumed` or `committed`; `consumed` if absent. Utility. */
  readonly goalCounts?: string;
  /** Scope of the one reservation of `easy`: `system` or `group`; `system` if absent. Utility. */
  readonly easyScope?: string;
  /** Course of spending that `price` aims at: `even` or `arrivals`; `even` if absent. Utility. */
  readonly goal?: string;
  /** Prices of nodes that `price` charges beside that of energy: `none` or `previous-day`; `none` if absent. Utility. */
  readonly capacityPrices?: string;
  /** Path of day-series.json of `plenum templates day --for-utility`: the same day by its mappers, drawn beside this one in the report; needs `out`. Utility. */
  readonly beside?: string;
  /** Hour since the start that the report shows bar by bar, h, at least 0; needs `out`. The measured one in which most tasks wait if absent. Utility. */
  readonly ganttFrom?: number;
  /** Path of a profile database of `plenum profiles build`, whose profiles are taken. Jobs. */
  readonly profiles?: string;
}

/** Options on what happens when CRACs fail. */
interface FailureChoices {
  /** Flag, true if the answer says what happens when each CRAC fails, with a fallback plan; false if absent. Reward rate. */
  readonly failures?: boolean;
  /** Names of CRACs that fail at once, with commas between: the answer says what happens then; none if absent. Reward rate. */
  readonly gone?: string;
  /** Heat that a node stores per kelvin, for the time to the red line, J/K, 10 to 1,000,000; 10,000 if absent. Reward rate. */
  readonly thermalMass?: number;
  /** Time constant of the air under the floor, for the time to the red line, s, 5 to 600; 20 if absent. Reward rate. */
  readonly plenumTimeS?: number;
}

/** Options of `check`. */
export interface CheckOptions
  extends
    OpenOptions,
    Pick<FamilyChoices, 'problem'>,
    TraceChoice,
    ReserveChoices,
    StepChoice,
    SurviveChoice,
    PriceChoices,
    FailureChoices {
  /** Measure that is the plan's objective: psi, that of the core least likely to be in time, or whole-bag, all cores in time; psi if absent. Robust, mo-ec. */
  readonly objective?: 'psi' | 'whole-bag';
  /** Path of a JavaScript module with limits of your own. Reward rate. */
  readonly constraints?: string;
  /** Number of rooms drawn from what is uncertain, in which the plan is judged, 1 to 100,000; 1000 if absent and the instance says what is uncertain. Reward rate. */
  readonly rooms?: number;
}

/** Options of `bound`. */
export interface BoundOptions
  extends OpenOptions, LimitOptions, FamilyChoices, TraceChoice, ReserveChoices, StepChoice, SurviveChoice {
  /** Measure that is bounded: psi, that of the core least likely to be in time, or whole-bag, all cores in time; psi if absent. Robust, mo-ec. */
  readonly objective?: 'psi' | 'whole-bag';
  /** Kind of the schedules bounded: those in which jobs may move, or those in which each stays on its cores; the former if absent. Jobs. */
  readonly kind?: 'malleable' | 'rigid';
  /** Flag, true if value is bounded against energy, too; false if absent. Jobs. */
  readonly frontier?: boolean;
  /** Nodes of the exact search for each front of a profile, a whole number of at least 0; 300,000 if absent. Jobs. */
  readonly profileNodes?: number;
}

/** Options of `explain`. */
export interface ExplainOptions
  extends OpenOptions, LimitOptions, Pick<FamilyChoices, 'engine'>, ReserveChoices, SurviveChoice {
  /** Path of a plan.json, or the plan itself, to explain too. Reward rate. */
  readonly plan?: string | (NamesInstance & Readonly<Record<string, unknown>>);
  /** Zone whose inlet is explained; the hottest if absent. Reward rate. */
  readonly inlet?: string;
  /** Task type for which other rewards are tried where the plan serves none of it. Reward rate. */
  readonly task?: string;
  /** Limits that no fix moves, with commas between: `powerCap`, `redLine`, `rackPower:R1`, ... (docs/reward-rate/explain.md); none if absent. Reward rate. */
  readonly hard?: string;
  /** Prices of moving limits per kW, K, percent or node, e.g. `powerCap=150,redLine=2000`; fixes are ordered by them. Reward rate. */
  readonly prices?: string;
  /** Reward wanted, reward/s, at least 0: which cap, or other limit, a plan that earns it needs. Reward rate. */
  readonly wantedReward?: number;
  /** Service demanded: `all`, or task types with a percentage of what arrives, e.g. `lu,bt=90`: what must give way where no plan serves it. Reward rate. */
  readonly serve?: string;
}

/** Options of `compare`. */
export interface CompareOptions
  extends OpenOptions, LimitOptions, FamilyChoices, TraceChoice, Omit<RewardRateChoices, 'objective'>, ReserveChoices {
  /** End of each run after about this long, s, at least 0; 60 if neither this nor `workLimit` is given. */
  readonly timeLimitS?: number;
  /** End of each run after this many steps, a whole number of at least 1; none if absent. */
  readonly workLimit?: number;
  /** Method that the others are held against; the first if absent. */
  readonly reference?: string;
  /** Number of trials, with consecutive seeds, 1 to 1000; 5 if absent. */
  readonly trials?: number;
  /** Seed of the first trial, a whole number of at least 0; 1 if absent. */
  readonly seed?: number;
  /** Flag, true if every trial is a seeded variant of the workload, the same for all methods; false if absent. Not of geo instances. */
  readonly variants?: boolean;
  /** Number of runs at a time, 1 to 64, with `workLimit` alone; 1 if absent. What is found does not depend on it. */
  readonly workers?: number;
  /** Directory for compare.json, compare.csv and compare.html; a comparison cut short is taken up again there. Nothing is written if absent. */
  readonly out?: string;
  /** Flag, true if files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
  /** Objective: `reward`; or `reward,power`, then the least power at the meter with its proof. `reward,power` if absent with `config-lp`. Reward rate. Or, of robust instances with mo-ec, `psi`, the core least likely to be in time (if absent), or `whole-bag`, all cores in time. */
  readonly objective?: 'reward' | 'reward,power' | 'psi' | 'whole-bag';
  /** Way in which searches whose label says no other weigh their limit: `dynamic`, `static`, `superiority` or `limit`. Robust. */
  readonly constraint?: string;
  /** Our changes to the printed searches whose label says no other. Robust. */
  readonly improve?: string;
  /** Nodes of the exact search for each front of a profile, a whole number of at least 0; 300,000 if absent. Jobs. */
  readonly profileNodes?: number;
  /** Receiver of sentences on what is taken from an earlier comparison. */
  readonly onNote?: (text: string) => void;
}

/** Options of `generate`. */
export interface GenerateOptions extends OpenOptions {
  /** Directory to write the instances to; it is made where it is missing. */
  readonly out: string;
  /** First seed, a whole number of at least 0; 1 if absent. */
  readonly seed?: number;
  /** Number of variants, with consecutive seeds, 1 to 10,000; 1 if absent. */
  readonly count?: number;
  /** Flag, true if files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
  /** Racks of a new room of 36 nodes each: 30 or a multiple of 60. Without an instance. */
  readonly racks?: number;
  /** Data centres of a new geo instance, 1 to 1,000: 4, 8 and 16 are the thesis', others are drawn. Without an instance. */
  readonly centres?: number;
  /** Tasks of a new room or of data centres: `memory`, `hybrid`, `cpu`, `all` or `mixed`, which is hybrid; `hybrid` if absent, all of data centres that are drawn. */
  readonly workload?: 'memory' | 'hybrid' | 'cpu' | 'all' | 'mixed';
  /** Number of task types of a new instance, 1 to 100; those of the workload if absent. */
  readonly taskTypes?: number;
  /** Fans of a new room, `balanced` or `nominal`; `balanced` if absent. */
  readonly airflow?: 'balanced' | 'nominal';
  /** Containment of a new room, `open` or `isolated`; `open` if absent, of larger rooms `isolated`. */
  readonly coldAisles?: 'open' | 'isolated';
  /** Power cap of a new room, W, at least 0; 190 kW per 30 racks if absent, 250 kW in larger rooms with open aisles. */
  readonly powerCap?: number;
  /** Red line of a new room, C, at least -50; 30 if absent. */
  readonly redLine?: number;
  /** Day of a new geo instance, `YYYY-MM-DD`; 2017-07-12 if absent. */
  readonly date?: string;
}

/** Options of `sweep`, `day` and `simulate`. */
interface StudyOptions extends OpenOptions {
  /** Seed, a whole number of at least 0; 1 if absent. */
  readonly seed?: number;
  /** Directory for the record and its tables and pages; what was cut short is taken up again there. Nothing is written if absent. */
  readonly out?: string;
  /** Flag, true if files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
  /** Receiver of sentences on what is taken from an earlier study. */
  readonly onNote?: (text: string) => void;
}

/** Options of `sweep`. */
export interface SweepOptions
  extends
    StudyOptions,
    LimitOptions,
    Pick<FamilyChoices, 'engine'>,
    TraceChoice,
    MonthChoices,
    MoneyChoices,
    ReserveChoices {
  /** Method of every run, one of `list().methods` for the instance's family; the family's first if absent. */
  readonly method?: string;
  /** End of each run after this many steps, a whole number of at least 1; none if absent. `timeLimitS` is of each run, too. */
  readonly workLimit?: number;
  /** Flag, true if a method that proves no bound of its own is followed by one; true if absent. */
  readonly bound?: boolean;
  /** Flag, true if the method ignores co-location (NERR); plans are judged with it. Reward rate. */
  readonly naive?: boolean;
  /** Filter whose leniency is swept: `task`, `per-task` or `per-resource`. Utility. */
  readonly filter?: string;
  /** Number of trials, 1 to 500: utility to choose a leniency on, and as many others to report it on (12 if absent); jobs that every value runs on (1 if absent). */
  readonly trials?: number;
  /** Number of runs made at a time, 1 to 64; 1 if absent. Utility. */
  readonly workers?: number;
}

/** Options of `day`. */
export interface DayOptions extends Omit<SweepOptions, 'filter' | 'trials' | 'workers' | 'trace' | keyof MonthChoices> {
  /** Path of the arrival rates by epoch, CSV or JSON (docs/reward-rate/day.md); excludes `profile`. */
  readonly arrivals?: string;
  /** Built-in shape of a day, `diurnal` or `flat`. */
  readonly profile?: string;
}

/** Options of `simulate`; values: `plenum simulate --help`. */
export interface SimulateOptions extends StudyOptions {
  /** Signal to end: once aborted, the simulation ends with the samples there are. */
  readonly signal?: Aborted;
  /** Number of epochs (reward rate, 10,000 if absent) or runs of the bag (robust, 100,000 if absent), 2 to 1,000,000. */
  readonly samples?: number;
  /** Length of an epoch, s, 0.001 to 31,557,600; 3600 if absent. Reward rate. */
  readonly horizonS?: number;
  /** Coefficient of variation of the factor on execution times, per task type and node type, 0 to 3; 0.1 if absent. Reward rate. */
  readonly timeCov?: number;
  /** Coefficient of variation of the factor on arrival rates, per task type, 0 to 3; 0.1 if absent. Reward rate. */
  readonly arrivalCov?: number;
  /** Coefficient of variation of execution times from task to task, 0 to 3; 0.3 if absent. Reward rate. */
  readonly taskCov?: number;
  /** Flag, true if tasks that take longer than their deadline earn nothing; false if absent. Reward rate. */
  readonly deadlines?: boolean;
  /** Power of cores without work: `keep` or `drop`; `keep` if absent. Reward rate. */
  readonly idleCores?: string;
  /** Share of the nominal reward whose probability is asked for, 0 to 1; 0.95 if absent. Reward rate. */
  readonly share?: number;
  /** Laws of execution times beside the Gaussian one: `gamma`, `lognormal`, `empirical:<file.csv>`, comma-separated. Robust. */
  readonly law?: string;
}
