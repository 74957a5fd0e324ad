import { US_PER_S } from '../../models/units.js';
import { readFileSync } from 'node:fs';
import type { LevelsOf } from '../../models/families/jobs/design-point.js';
import { leastProduct } from '../../models/families/jobs/profile.js';
import type { CorePower, TaskGraph } from '../../models/families/jobs/task-graph.js';
import { jobsFiles } from '../../src/families/jobs/instances/load.js';
import { monthOf } from '../../test/support/jobs/month-of.js';
import { exactFront, type Goal } from '../../src/families/jobs/methods/profiles/exact-fronts.js';
import { hypervolumeShare } from '../../models/families/jobs/hypervolume.js';
import { heft } from '../../src/families/jobs/methods/profiles/list-schedule.js';
import { moheft } from '../../src/families/jobs/methods/profiles/moheft.js';

/**
 * Makes one measurement in its own process and prints it as a JSON object. Times are CPU seconds of the process. `type`
 * is the number of a job type drawn with `tasks` tasks, or `fork-equal` or `fork-unlike`. A fork is a first task,
 * parallel tasks and a last task; their times are equal, or from 100 to 107 s.
 * - node dist/bench/jobs/one.js exact <instance file> <tasks> <type> <front | product> <most cores> <core | task>
 * <limit of CPU seconds per front>
 * - node dist/bench/jobs/one.js baselines <instance file> <tasks> <type> front <most cores>
 */
const [what, file, tasks, type, goal, most, levelsOf = 'core', limitS = 'Infinity'] = process.argv.slice(2);
/**
 * Times in a fork, s: least time of a task, difference between successive unlike tasks, and transfer time. They follow
 * the tasks of WfCommons' forkjoin-10 on Chameleon (100 to 107 s).
 */
const FORK = { leastS: 100, stepS: 0.77, transferS: 1 };

const { graph, power } = type!.startsWith('fork') ? fork() : drawn();
process.stdout.write(`${JSON.stringify(what === 'exact' ? exact() : baselines())}\n`);

/** Measures the exact Pareto front for each number of cores, one after another. */
function exact(): object {
  const fronts = coresUpTo(Number(most)).map((cores) => {
    const startS = cpuS();
    const shouldStop = (): boolean => cpuS() - startS > Number(limitS);
    const found = exactFront(graph, power, cores, { goal: goal as Goal, levelsOf: levelsOf as LevelsOf, shouldStop });
    const secondsS = cpuS() - startS;
    const best = found.points[leastProduct(found.points)]!;
    const bound = found.proof.kind === 'bounded' ? found.proof.productBoundSJ : best.timeS * best.energyJ;
    const gap = 1 - bound / (best.timeS * best.energyJ);
    return { cores, cpuS: secondsS, nodes: found.nodes, points: found.points.length, complete: found.complete, gap };
  });
  return { fronts };
}

/**
 * Measures which share of the exact front's hypervolume the heuristics HEFT and MOHEFT reach, by number of cores, and
 * their CPU seconds.
 */
function baselines(): object {
  const fronts = coresUpTo(Number(most)).map((cores) => {
    const { points } = exactFront(graph, power, cores);
    const startS = cpuS();
    const alone = heft(graph, power, cores);
    const heftS = cpuS() - startS;
    const many = moheft(graph, power, cores);
    const moheftS = cpuS() - startS - heftS;
    // HEFT may leave cores unused: its design then belongs to another front.
    const heftShare = alone.cores === cores ? hypervolumeShare([alone], points) : 0;
    return { cores, heftS, moheftS, heftShare, moheftShare: hypervolumeShare(many, points) };
  });
  return { fronts };
}

function drawn(): { graph: TaskGraph; power: CorePower } {
  const judged = jobsFiles.judgeText(readFileSync(file!, 'utf8'));
  if (!judged.ok || judged.instance.jobTypes.source !== 'layered') throw new Error(`${file} has no layered job types`);
  const count = Number(tasks);
  const jobTypes = { ...judged.instance.jobTypes, tasks: { least: count, most: count } };
  const { month } = monthOf({ ...judged.instance, jobTypes });
  return { graph: month.types[Number(type)]!.graphs[0]!, power: month.nodeTypes[0]!.power };
}

/** Returns a fork with the powers of the instance: a first task, parallel tasks, and a last task. */
function fork(): { graph: TaskGraph; power: CorePower } {
  const { power } = drawnPower();
  const [count, levels] = [Number(tasks), power.dynamicPowerW.length];
  const factors = drawnPower().factors;
  const workS = Array.from(
    { length: count },
    (_, task) => FORK.leastS + (type === 'fork-unlike' ? FORK.stepS * task : 0),
  );
  const inner = Array.from({ length: count - 2 }, (_, index) => index + 1);
  const edgeFrom = Int32Array.from([...inner.map(() => 0), ...inner]);
  const firstEdge = Int32Array.from({ length: count + 1 }, (_, task) =>
    task < count ? Math.max(0, task - 1) : 2 * count - 4,
  );
  const graph: TaskGraph = {
    tasks: count,
    levels,
    firstEdge,
    edgeFrom,
    timeS: Float64Array.from(workS.flatMap((work) => factors.map((factor) => work * factor))),
    transferS: new Float64Array(edgeFrom.length).fill(FORK.transferS),
  };
  return { graph, power };
}

/**
 * Returns the core powers of the instance, and the time of a task at each frequency level relative to the fastest
 * level.
 */
function drawnPower(): { power: CorePower; factors: number[] } {
  const judged = jobsFiles.judgeText(readFileSync(file!, 'utf8'));
  if (!judged.ok) throw new Error(`${file} is not valid`);
  const { month } = monthOf(judged.instance);
  const { levels, timeS } = month.types[0]!.graphs[0]!;
  const factors = Array.from(timeS.subarray(0, levels), (time) => time / timeS[levels - 1]!);
  return { power: month.nodeTypes[0]!.power, factors };
}

function coresUpTo(count: number): number[] {
  return Array.from({ length: Math.min(count, graph.tasks) }, (_, index) => index + 1);
}

function cpuS(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / US_PER_S;
}
