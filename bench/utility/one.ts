import { S_PER_DAY, US_PER_S } from '../../models/units.js';
import { readFileSync } from 'node:fs';
import { evaluateSchedule } from '../../models/families/utility/evaluate.js';
import type { UtilityInstance } from '../../models/families/utility/instance.js';
import { utilityPlanOf } from '../../models/families/utility/plan-of.js';
import { openModel } from '../../src/families/reward-rate/runs/open.js';
import { checkSchedule } from '../../src/families/utility/check/check-schedule.js';
import { utilityFiles, loadJudgedUtility } from '../../src/families/utility/instances/load.js';
import { trialOf } from '../../src/families/utility/instances/trial.js';
import { utilityBound } from '../../src/families/utility/methods/bound/utility-bound.js';
import type { Preemption } from '../../src/families/utility/methods/preemptive/choosing.js';
import { FILTERS, makePolicy, POLICIES } from '../../src/families/utility/methods/registry.js';
import { simulate } from '../../src/families/utility/methods/simulate.js';
import { UNLIMITED } from '../../src/methods/control.js';
import { loadLpEngine } from '../../src/solvers/linear/load.js';
import { referenceLp } from '../reference-lp.js';

/**
 * Makes one measurement in its own process and prints it as a JSON object. Times are CPU seconds of the process. The
 * trial `million` is a day with a million tasks on ten times the machines.
 * - node dist/bench/utility/one.js reference <instance of the reward-rate family>
 * - node dist/bench/utility/one.js simulate <instance file> <trial> <method> [preemption] [filter] [leniency]
 * - node dist/bench/utility/one.js bound <instance file> <trial>
 * - node dist/bench/utility/one.js quality <instance file> <trial> <method> [preemption]
 */
const [what = '', file = '', trial = '1', method = '', preemption = 'none', filterName = 'none', leniency = '1'] =
  process.argv.slice(2);
/** CRAC set-point of the reference LP, C, and its number of red-line constraints, as in bench/one.ts. */
const REFERENCE = { setPointC: 20, redLineRows: 30 };

const modes: Readonly<Record<string, () => object | Promise<object>>> = {
  reference,
  simulate: simulated,
  bound,
  quality,
};
const found = await modes[what]!();
process.stdout.write(`${JSON.stringify({ ...found, peakMiB: process.resourceUsage().maxRSS / 1024 })}\n`);

/**
 * Measures the reference unit of speeds: HiGHS' interior point method on an LP of the reward-rate family, solved from
 * scratch.
 */
async function reference(): Promise<object> {
  const opened = openModel(file);
  if (!opened.ok) throw new Error(`${file} is not valid`);
  const program = referenceLp(opened.model, REFERENCE.setPointC, REFERENCE.redLineRows);
  const engine = await loadLpEngine('highs');
  const session = engine.open(program);
  const startS = cpuS();
  session.solve({ algorithm: 'interiorPoint' });
  const secondsS = cpuS() - startS;
  session.dispose();
  return { cpuS: secondsS };
}

/** Measures a simulation with a policy, and the other phases of `solve`. */
function simulated(): object {
  const clock = laps();
  const { instance, model, workload } = opened();
  const openS = clock();
  const outcome = simulate(model, policyOf(model), filterOf(model), { preemption: preemption as Preemption });
  const simulateS = clock();
  const simulatedMiB = process.resourceUsage().maxRSS / 1024;
  const evaluation = evaluateSchedule(model, outcome.schedule);
  const made = { instance: { name: instance.name, sha256: '0'.repeat(64) }, method };
  const plan = utilityPlanOf(model, outcome.schedule, evaluation, made);
  const planS = clock();
  const verdict = checkSchedule(instance, workload, plan);
  const checkS = clock();
  const { utility } = evaluation;
  const [{ events }, tasks] = [outcome.work, model.tasks.count];
  if (verdict.violations.length > 0) throw new Error(`${file}, ${method}: ${JSON.stringify(verdict.violations[0])}`);
  return { tasks, events, utility, openS, simulateS, planS, checkS, simulatedMiB };
}

async function bound(): Promise<object> {
  const clock = laps();
  const { model } = opened();
  const openS = clock();
  const proven = await utilityBound(model, UNLIMITED);
  return { openS, boundS: clock(), bound: proven.bound, passes: proven.passes };
}

/** Measures the utility that a policy earns, and its share of the bound. */
async function quality(): Promise<object> {
  const { model } = opened();
  const { schedule } = simulate(model, policyOf(model), filterOf(model), { preemption: preemption as Preemption });
  const { utility } = evaluateSchedule(model, schedule);
  const proven = await utilityBound(model, UNLIMITED);
  return { utility, bound: proven.bound, share: utility / proven.bound };
}

function policyOf(model: Parameters<typeof makePolicy>[1]): ReturnType<typeof makePolicy> {
  return makePolicy(
    POLICIES.find(({ name }) => name === method)!,
    model,
    { seed: 1 },
  );
}

function filterOf(model: Parameters<typeof makePolicy>[1]): ReturnType<(typeof FILTERS)[number]['make']> {
  return FILTERS.find(({ name }) => name === filterName)!.make(model, Number(leniency));
}

function opened() {
  const bytes = readFileSync(file);
  const judged = utilityFiles.judgeText(bytes.toString('utf8'));
  if (!judged.ok) throw new Error(`${file} is not valid`);
  const instance = trial === 'million' ? million(judged.instance) : trialOf(judged.instance, Number(trial));
  const loaded = loadJudgedUtility(instance, { file, bytes });
  if (!loaded.ok || loaded.model === null) throw new Error(`${file} has no tasks`);
  return { instance, model: loaded.model, workload: loaded.workload! };
}

/**
 * Returns a serial instance changed to a day with a million tasks, ten times the machines and ten times the energy
 * budget.
 */
function million(instance: UtilityInstance): UtilityInstance {
  if (instance.arrivals.source !== 'generated') throw new Error('Arrivals that are not drawn');
  return {
    ...instance,
    name: `${instance.name}-million`,
    period: { durationS: S_PER_DAY, measuredFromS: 0 },
    pools: instance.pools.map((pool) => ({ ...pool, nodes: 10 * pool.nodes })),
    ...(instance.energyBudgetJPerDay === undefined ? {} : { energyBudgetJPerDay: 10 * instance.energyBudgetJPerDay }),
    arrivals: { ...instance.arrivals, tasksPerDay: 1_000_000 },
  };
}

/** Returns a function that returns the CPU seconds since its previous call. */
function laps(): () => number {
  let lastS = cpuS();
  return () => {
    const [nowS, beforeS] = [cpuS(), lastS];
    lastS = nowS;
    return nowS - beforeS;
  };
}

function cpuS(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / US_PER_S;
}
