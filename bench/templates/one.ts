import { MS_PER_S, US_PER_S } from '../../models/units.js';
import { stateAt, stateCount } from '../../models/families/templates/states.js';
import type { Template } from '../../models/families/templates/template.js';
import { openTemplates } from '../../src/families/templates/instances/open.js';
import { TemplatesSolver } from '../../src/families/templates/methods/solve-templates.js';
import { loadLpEngine } from '../../src/solvers/linear/load.js';
import { fixedSetPoint, plainTemplate } from '../../test/oracle/templates-lp.js';

/**
 * Makes one measurement in its own process and prints it as a JSON object. Times are CPU seconds of the process. A
 * vector is a combination of running cores of the database's grid.
 * - node dist/bench/templates/one.js sweep <instance file> [every n-th vector]
 * - node dist/bench/templates/one.js unpruned <instance file> <vectors>
 * - node dist/bench/templates/one.js lps <instance file> <LPs>
 * - node dist/bench/templates/one.js search <instance file> <states>
 */
const [what = '', file = '', amount = '1'] = process.argv.slice(2);
/**
 * Search for the best set-point: a grid of `points` set-points, then `steps` steps of golden section search around the
 * best two.
 */
const SEARCH = { points: 12, steps: 12 };
/**
 * Number of vectors of running cores after which the solver's cache is cleared, because a database is built in chunks
 * of this size.
 */
const CHUNK = 12;
const cpuS = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / US_PER_S;
};

const opened = openTemplates(file);
if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
const { model } = opened;
const { arrivingWorkPerS, runningCores, powerLimitW } = model.instance.grid;
const vectors = runningCores.reduce<number[][]>(
  (rows, axis) => rows.flatMap((row) => axis.map((cores) => [...row, cores])),
  [[]],
);
const openS = cpuS();
const modes: Readonly<Record<string, (count: number) => Record<string, unknown> | Promise<Record<string, unknown>>>> = {
  sweep,
  unpruned,
  lps,
  search,
};
const found = await modes[what]!(Number(amount));
process.stdout.write(`${JSON.stringify({ openS, ...found, peakMiB: process.resourceUsage().maxRSS / 1024 })}\n`);

/** Solves all states of every n-th vector of running cores. */
function sweep(every: number): Record<string, unknown> {
  const solver = new TemplatesSolver(model);
  const startS = cpuS();
  const startMs = performance.now();
  let states = 0;
  let feasible = 0;
  let worstGap = 0;
  for (let k = 0; k < vectors.length; k += every) {
    if ((k / every) % CHUNK === 0) solver.forget();
    for (const template of solved(solver, k)) {
      states += 1;
      if (template.status === 'infeasible') continue;
      feasible += 1;
      if (template.workPerS > 0) worstGap = Math.max(worstGap, template.boundTasksPerJ / template.tasksPerJ - 1);
    }
  }
  return { states, feasible, worstGap, solveS: cpuS() - startS, wallS: (performance.now() - startMs) / MS_PER_S };
}

/**
 * Solves the states of some vectors twice: with all 81 vent combinations searched completely, and with combinations
 * pruned by bounds.
 */
function unpruned(count: number): Record<string, unknown> {
  const solvers = [new TemplatesSolver(model), new TemplatesSolver(model, { withoutPruning: true })];
  const secondsOf = [0, 0];
  let states = 0;
  let worst = 0;
  let otherStatus = 0;
  for (const k of spread(vectors.length, count)) {
    const [pruned, every] = solvers.map((solver, s) => {
      const startS = cpuS();
      solver.forget();
      const templates = solved(solver, k);
      secondsOf[s]! += cpuS() - startS;
      return templates;
    });
    pruned!.forEach((template, cell) => {
      states += 1;
      const other = every![cell]!;
      if (template.status !== other.status) otherStatus += 1;
      if (template.status === 'infeasible' || template.workPerS === 0) return;
      worst = Math.max(worst, Math.abs(template.tasksPerJ / other.tasksPerJ - 1));
    });
  }
  return { states, worst, otherStatus, prunedS: secondsOf[0], unprunedS: secondsOf[1] };
}

/**
 * Measures HiGHS on the LPs of the Charnes-Cooper transformation, at random set-points and vents of feasible states:
 * seconds for each LP.
 */
async function lps(count: number): Promise<Record<string, unknown>> {
  const engine = await loadLpEngine('highs');
  let seconds = 0;
  let feasible = 0;
  feasibleStates(count).forEach(({ template, state }, k) => {
    const vents = (k * 37) % model.outletRiseKPerW.length;
    const setPointC = Math.max(model.setPointMinC, template.setPointC - (k % 5));
    const startS = cpuS();
    if (fixedSetPoint(engine, model, vents, setPointC, state) !== null) feasible += 1;
    seconds += cpuS() - startS;
  });
  return { lps: count, feasible, secondsEach: seconds / count };
}

/** Measures a search over all vents and set-points whose LPs are solved by HiGHS. */
async function search(count: number): Promise<Record<string, unknown>> {
  const engine = await loadLpEngine('highs');
  let lpCount = 0;
  const counting = {
    ...engine,
    open: (...words: Parameters<typeof engine.open>) => ((lpCount += 1), engine.open(...words)),
  };
  const startS = cpuS();
  const answers = feasibleStates(count).map(({ template, state }) => {
    const best = model.outletRiseKPerW.reduce(
      (most, _, vents) => Math.max(most, plainTemplate(counting, model, vents, state, SEARCH) ?? 0),
      0,
    );
    return { state: state.index, plain: best, found: template.tasksPerJ, bound: template.boundTasksPerJ };
  });
  const ratios = answers.map(({ plain, found: ours }) => ours / plain - 1);
  return {
    states: answers.length,
    lps: lpCount,
    secondsEach: (cpuS() - startS) / answers.length,
    /** Greatest relative advantage of the template over the best result of the plain search. */
    most: Math.max(...ratios),
    /** Least relative advantage of the template over the best result of the plain search. */
    least: Math.min(...ratios),
    overBound: Math.max(...answers.map(({ plain, bound }) => plain / bound - 1)),
  };
}

interface FeasibleState {
  readonly template: Template;
  readonly state: ReturnType<typeof stateAt>;
}

/** Returns feasible states, spread over the grid. */
function feasibleStates(count: number): FeasibleState[] {
  const solver = new TemplatesSolver(model);
  const { grid } = model.instance;
  const all = stateCount(grid);
  return spread(all, count).map((from) => {
    for (let index = from; ; index = (index + 7919) % all) {
      const state = stateAt(grid, index);
      const template = solver.solveState(state);
      if (template.status === 'optimal') return { template, state };
    }
  });
}

function solved(solver: TemplatesSolver, vector: number): Template[] {
  return solver.solve({ runningCores: vectors[vector]!, arrivingWorkPerS, powerLimitW });
}

function spread(all: number, count: number): number[] {
  return Array.from({ length: Math.min(all, count) }, (_, k) => Math.floor(((k + 0.5) * all) / Math.min(all, count)));
}
