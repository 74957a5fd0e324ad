/** Task graph with its powers, as plain lists: what the enumeration of fronts reads. */
export interface PlainJob {
  /** By task, then level: execution time, s. */
  readonly timeS: readonly (readonly number[])[];
  /** Edges: from task, to task, transfer time between cores, s; from < to. */
  readonly edges: readonly (readonly [number, number, number])[];
  readonly dynamicPowerW: readonly number[];
  readonly staticPowerW: number;
}

/** Time (s) and energy (J) of a schedule. */
export type TimeEnergy = readonly [timeS: number, energyJ: number];

/**
 * Front of response time and energy on exactly k cores by full enumeration, nothing left out: all maps of tasks to cores that use each core, all levels
 * (by core or by task), all orders that follow the edges. Written from the paper's statement alone; time ascending.
 */
export function enumeratedFront(job: PlainJob, cores: number, levelsOf: 'core' | 'task'): TimeEnergy[] {
  const tasks = job.timeS.length;
  const orders = ordersOf(job);
  const front: TimeEnergy[] = [];
  const levels = job.dynamicPowerW.length;
  for (const coreOf of words(tasks, cores)) {
    if (new Set(coreOf).size !== cores) continue;
    for (const choice of words(levelsOf === 'core' ? cores : tasks, levels)) {
      const levelOf = levelsOf === 'core' ? coreOf.map((core) => choice[core]!) : choice;
      for (const order of orders) note(front, cost(job, cores, coreOf, levelOf, order));
    }
  }
  return front.sort(([a], [b]) => a - b);
}

function cost(
  job: PlainJob,
  cores: number,
  coreOf: readonly number[],
  levelOf: readonly number[],
  order: readonly number[],
): TimeEnergy {
  const endS: number[] = [];
  const freeS = new Array<number>(cores).fill(0);
  let dynamicJ = 0;
  for (const task of order) {
    const core = coreOf[task]!;
    const readyS = job.edges
      .filter(([, to]) => to === task)
      .map(([from, , transferS]) => endS[from]! + (coreOf[from] === core ? 0 : transferS));
    const execS = job.timeS[task]![levelOf[task]!]!;
    endS[task] = Math.max(freeS[core]!, 0, ...readyS) + execS;
    freeS[core] = endS[task];
    dynamicJ += execS * job.dynamicPowerW[levelOf[task]!]!;
  }
  const responseS = Math.max(...endS);
  return [responseS, dynamicJ + responseS * cores * job.staticPowerW];
}

function note(front: TimeEnergy[], [timeS, energyJ]: TimeEnergy): void {
  if (front.some(([t, e]) => t <= timeS && e <= energyJ)) return;
  for (let at = front.length - 1; at >= 0; at--) {
    const [t, e] = front[at]!;
    if (timeS <= t && energyJ <= e) front.splice(at, 1);
  }
  front.push([timeS, energyJ]);
}

/** All orders of the tasks in which each follows its predecessors. */
function ordersOf({ timeS, edges }: PlainJob): number[][] {
  const orders: number[][] = [];
  const extend = (order: readonly number[]): void => {
    if (order.length === timeS.length) return void orders.push([...order]);
    for (let task = 0; task < timeS.length; task++) {
      if (order.includes(task) || edges.some(([from, to]) => to === task && !order.includes(from))) continue;
      extend([...order, task]);
    }
  };
  extend([]);
  return orders;
}

/** All words of a length over 0 .. letters - 1. */
function words(length: number, letters: number): number[][] {
  if (length === 0) return [[]];
  return words(length - 1, letters).flatMap((word) =>
    Array.from({ length: letters }, (_, letter) => [...word, letter]),
  );
}
