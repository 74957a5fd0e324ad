/**
 * Online scheduling a second time, slowly: every event is the first of a sorted list of all that are known, work and power are made up from
 * scratch in between. Times are in s, work in seconds of P-state 0. Shares types alone with the core.
 */

export interface World {
  /** Cores by node. */
  readonly nodes: readonly number[];
  /** By P-state: time relative to that in P-state 0, and power of a core, W. */
  readonly pStates: readonly { readonly slowdown: number; readonly coreW: number }[];
  readonly tasks: readonly { readonly arrivalS: number; readonly cores: number; readonly workS: number }[];
  readonly decideEveryS: number;
  /** P-states change at multiples of it. */
  readonly controlEveryS: number;
  readonly untilS: number;
}

/** What a decision knows; the same whoever simulates. */
export interface View {
  readonly nowS: number;
  /** In the order in which they came, or came back. */
  readonly waiting: readonly number[];
  /** Ascending. */
  readonly running: readonly number[];
  /** By node. */
  readonly idleCores: readonly number[];
}

export interface Script {
  /** Tasks to take off their cores, and those which start next and where: pure functions. */
  readonly preempted: (view: View) => readonly number[];
  readonly started: (view: View) => { task: number; place: { node: number; cores: number }[]; pState: number } | null;
  /** P-state of a running task from now on; null: as it is. */
  readonly pStateOf: (task: number, nowS: number) => number | null;
}

export interface Played {
  /** "12 start 3 on 0,1,4 at 1", in the order in which things happen. */
  readonly trace: readonly string[];
  readonly nodeJ: readonly number[];
}

interface Run {
  readonly task: number;
  /** Lead first. */
  readonly cores: readonly number[];
  pState: number;
}

const RANK = { finish: 0, arrival: 1, control: 3, decide: 4 } as const;

export function playSlowly(world: World, script: Script): Played {
  const { nodes, pStates, tasks, untilS } = world;
  const nodeOf = nodes.flatMap((cores, node) => Array.from({ length: cores }, () => node));
  const leftS = tasks.map(({ workS }) => workS);
  const arrived = new Set<number>();
  let waiting: number[] = [];
  let runs: Run[] = [];
  const trace: string[] = [];
  const nodeJ = nodes.map(() => 0);
  const grid = (everyS: number): number[] =>
    Array.from({ length: Math.floor(untilS / everyS) + 1 }, (_, k) => k * everyS);
  const dueS = { control: new Set(grid(world.controlEveryS)), decide: new Set(grid(world.decideEveryS)) };
  let nowS = 0;

  const endOf = ({ task, pState }: Run): number => nowS + leftS[task]! * pStates[pState]!.slowdown;
  const busy = (core: number): boolean => runs.some(({ cores }) => cores.includes(core));
  const view = (): View => ({
    nowS,
    waiting: [...waiting],
    running: runs.map(({ task }) => task).sort((a, b) => a - b),
    idleCores: nodes.map((_, node) => nodeOf.filter((own, core) => own === node && !busy(core)).length),
  });
  const place = (task: number, shares: readonly { node: number; cores: number }[], pState: number): void => {
    const cores = shares.flatMap(({ node, cores: count }) =>
      nodeOf.flatMap((own, core) => (own === node && !busy(core) ? [core] : [])).slice(0, count),
    );
    runs.push({ task, cores, pState });
    waiting = waiting.filter((other) => other !== task);
    trace.push(`${nowS} start ${task} on ${cores.join(',')} at ${pState}`);
  };

  for (;;) {
    const known = [
      ...runs.map((run) => ({ timeS: endOf(run), kind: 'finish' as const, subject: run.cores[0]! })),
      ...tasks.flatMap(({ arrivalS }, n) =>
        arrived.has(n) ? [] : [{ timeS: arrivalS, kind: 'arrival' as const, subject: n }],
      ),
      ...[...dueS.control].map((timeS) => ({ timeS, kind: 'control' as const, subject: 0 })),
      ...[...dueS.decide].map((timeS) => ({ timeS, kind: 'decide' as const, subject: 0 })),
    ].sort((a, b) => a.timeS - b.timeS || RANK[a.kind] - RANK[b.kind] || a.subject - b.subject);
    const [first] = known;
    const nextS = first === undefined || first.timeS > untilS ? untilS : first.timeS;
    for (const { task, cores, pState } of runs) {
      const { slowdown, coreW } = pStates[pState]!;
      for (const core of cores) nodeJ[nodeOf[core]!]! += coreW * (nextS - nowS);
      leftS[task]! -= (nextS - nowS) / slowdown;
    }
    nowS = nextS;
    if (first === undefined || first.timeS > untilS) return { trace, nodeJ };
    switch (first.kind) {
      case 'finish': {
        const ended = runs.find(({ cores }) => cores[0] === first.subject)!;
        trace.push(`${nowS} finish ${ended.task}`);
        runs = runs.filter((run) => run !== ended);
        dueS.decide.add(nowS);
        break;
      }
      case 'arrival':
        arrived.add(first.subject);
        waiting.push(first.subject);
        break;
      case 'control':
        dueS.control.delete(first.timeS);
        for (const run of [...runs].sort((a, b) => a.task - b.task)) {
          const pState = script.pStateOf(run.task, nowS) ?? run.pState;
          if (pState === run.pState) continue;
          run.pState = pState;
          trace.push(`${nowS} task ${run.task} to ${pState}`);
        }
        break;
      case 'decide': {
        dueS.decide.delete(first.timeS);
        for (const task of script.preempted(view())) {
          runs = runs.filter((run) => run.task !== task);
          waiting.push(task);
          trace.push(`${nowS} preempt ${task} with ${leftS[task]} s left`);
        }
        for (let next = script.started(view()); next !== null; next = script.started(view())) {
          place(next.task, next.place, next.pState);
        }
      }
    }
  }
}
