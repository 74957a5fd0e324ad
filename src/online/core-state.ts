import type { PowerMeter } from './power-meter.js';

/** Cores of all nodes, numbered consecutively, node by node. */
export interface CoreLayout {
  /** Number of the first core of each node; one more entry at the end is the number of cores. */
  readonly firstCore: Int32Array;
  readonly nodeOfCore: Int32Array;
}

/**
 * Returns the layout of the cores of all nodes.
 *
 * @param cores number of cores of each node, a whole number >= 0
 */
export function coreLayout(cores: ArrayLike<number>): CoreLayout {
  const firstCore = new Int32Array(cores.length + 1);
  for (let n = 0; n < cores.length; n++) firstCore[n + 1] = firstCore[n]! + cores[n]!;
  const nodeOfCore = new Int32Array(firstCore[cores.length]!);
  for (let n = 0; n < cores.length; n++) nodeOfCore.fill(n, firstCore[n], firstCore[n + 1]);
  return { firstCore, nodeOfCore };
}

/** Number of cores of one node, at least 1, that take part in a run (the execution of a task). */
export interface Share {
  readonly node: number;
  readonly cores: number;
}

/** What a run executes: a task, or the remainder of a preempted task. */
export interface Start {
  readonly task: number;
  /** P-state of all cores of the run; 0 is the fastest. */
  readonly pState: number;
  /** Execution time of the task, or of its remainder, in this P-state, s, >= 0. */
  readonly timeS: number;
  /** Power above idle of each core of the run, W, >= 0. */
  readonly corePowerW: number;
}

/**
 * What all cores do at the current time of a simulation. A run is the execution of a task on cores of one or several
 * nodes, all in one P-state. It is identified by its lead, the number of its first core. Only this object may change
 * the arrays.
 */
export interface CoreState {
  readonly layout: CoreLayout;
  /** Number of busy cores of each node. */
  readonly running: Int32Array;
  /** Power above idle of each node's busy cores, W. */
  readonly busyW: Float64Array;
  /** Index of the task that each core runs; -1 if the core is idle. */
  readonly task: Int32Array;
  /** Lead (number of the first core) of the run in which each busy core takes part. */
  readonly lead: Int32Array;
  /** Power above idle of each core, W. */
  readonly powerW: Float64Array;
  /** P-state of each run, at the index of its lead (first core). */
  readonly pState: Uint8Array;
  /** Time at which each run ends, s, at the index of its lead (first core). Infinity at all other cores. */
  readonly finishS: Float64Array;
  /**
   * Starts a run on the given numbers of cores, the lowest-numbered idle ones of each node. Returns the run's lead.
   *
   * @throws RangeError if the cores are not available; then nothing is started
   */
  readonly start: (work: Start, place: readonly Share[]) => number;
  /**
   * Changes the P-state of a run, whose remaining fraction of work stays the same.
   *
   * @param timeRatio execution time of the whole task in the new P-state divided by that in the old one
   * @param corePowerW new power above idle of each core of the run, W
   */
  readonly changePState: (lead: number, pState: number, timeRatio: number, corePowerW: number) => void;
  /**
   * Preempts a run. Returns the time that its remaining work takes in its P-state, s. The work may resume on any cores.
   */
  readonly preempt: (lead: number) => number;
  /** Ends a run and makes its cores idle. */
  readonly release: (lead: number) => void;
}

export interface CoreStateSetup {
  readonly layout: CoreLayout;
  readonly meter: PowerMeter;
  readonly nowS: () => number;
  /** Called with the new end of a run whenever it is set or changes. */
  readonly finishAt: (timeS: number, lead: number) => void;
}

export function coreState({ layout, meter, nowS, finishAt }: CoreStateSetup): CoreState {
  const { firstCore, nodeOfCore } = layout;
  const coreCount = nodeOfCore.length;
  const running = new Int32Array(firstCore.length - 1);
  const busyW = new Float64Array(running.length);
  const task = new Int32Array(coreCount).fill(-1);
  const lead = new Int32Array(coreCount).fill(-1);
  /** For each busy core, the next core of the same run, with nodes in order; -1 for the last core. */
  const next = new Int32Array(coreCount).fill(-1);
  const powerW = new Float64Array(coreCount);
  const pState = new Uint8Array(coreCount);
  const finishS = new Float64Array(coreCount).fill(Infinity);

  const endAt = (run: number, leftS: number): void => {
    const atS = nowS() + leftS;
    finishS[run] = atS;
    finishAt(atS, run);
  };
  const refuseNoRun = (run: number): void => {
    if (task[run] === -1 || lead[run] !== run) throw new RangeError(`Core ${run} leads no run`);
  };
  const release = (run: number): void => {
    refuseNoRun(run);
    finishS[run] = Infinity;
    for (let core = run; core !== -1;) {
      const node = nodeOfCore[core]!;
      const coreW = powerW[core]!;
      let count = 0;
      while (core !== -1 && nodeOfCore[core] === node) {
        task[core] = -1;
        lead[core] = -1;
        count++;
        const following = next[core]!;
        next[core] = -1;
        core = following;
      }
      running[node]! -= count;
      const lessW = count * coreW;
      // Sums kept up by differences are not exact; an idle node draws nothing beyond idle.
      busyW[node] = running[node] === 0 ? 0 : busyW[node]! - lessW;
      meter.change(node, -lessW, -count, nowS());
    }
  };

  return {
    layout,
    running,
    busyW,
    task,
    lead,
    powerW,
    pState,
    finishS,
    start(work, place) {
      refuseWork(work, nowS());
      refusePlace(place, layout, running);
      let run = -1;
      let last = -1;
      for (const { node, cores } of place) {
        let core = firstCore[node]!;
        for (let count = 0; count < cores; core++) {
          if (task[core] !== -1) continue;
          if (run === -1) run = core;
          else next[last] = core;
          task[core] = work.task;
          lead[core] = run;
          powerW[core] = work.corePowerW;
          last = core;
          count++;
        }
        running[node]! += cores;
        const moreW = cores * work.corePowerW;
        busyW[node]! += moreW;
        meter.change(node, moreW, cores, nowS());
      }
      pState[run] = work.pState;
      endAt(run, work.timeS);
      return run;
    },
    changePState(run, chosen, timeRatio, corePowerW) {
      refuseNoRun(run);
      const leftS = (finishS[run]! - nowS()) * timeRatio;
      refuseWork({ task: task[run]!, pState: chosen, timeS: leftS, corePowerW }, nowS());
      pState[run] = chosen;
      endAt(run, leftS);
      for (let core = run; core !== -1; core = next[core]!) {
        const node = nodeOfCore[core]!;
        const moreW = corePowerW - powerW[core]!;
        powerW[core] = corePowerW;
        busyW[node]! += moreW;
        meter.change(node, moreW, 0, nowS());
      }
    },
    preempt(run) {
      refuseNoRun(run);
      const leftS = finishS[run]! - nowS();
      release(run);
      return leftS;
    },
    release,
  };
}

/** Maximum number of P-states in a simulation: each P-state is stored in one byte. */
const MAX_P_STATES = 256;

function refuseWork({ task, pState, timeS, corePowerW }: Start, nowS: number): void {
  if (!(task >= 0)) throw new RangeError(`Task ${task}: tasks are numbered from 0`);
  if (!(pState >= 0 && pState < MAX_P_STATES)) throw new RangeError(`Task ${task} in P-state ${pState}`);
  if (!(timeS >= 0 && nowS + timeS < Infinity)) throw new RangeError(`Task ${task} takes ${timeS} s from ${nowS} s on`);
  if (!(corePowerW >= 0 && corePowerW < Infinity)) throw new RangeError(`Task ${task} draws ${corePowerW} W a core`);
}

function refusePlace(place: readonly Share[], { firstCore }: CoreLayout, running: Int32Array): void {
  if (place.length === 0) throw new RangeError('A run without cores');
  for (let k = 0; k < place.length; k++) {
    const { node, cores } = place[k]!;
    const idle = firstCore[node + 1]! - firstCore[node]! - running[node]!;
    if (!(Number.isInteger(cores) && cores >= 1)) throw new RangeError(`${cores} cores of node ${node}`);
    if (!(cores <= idle)) throw new RangeError(`${cores} cores of node ${node}, of which ${idle} are idle`);
    for (let other = 0; other < k; other++) {
      if (place[other]!.node === node) throw new RangeError(`Node ${node} twice in one place`);
    }
  }
}
