import { describe, expect, it } from 'vitest';
import { bestFirst, type Candidate } from '../../../src/online/best-first.js';
import { coreLayout, type Share } from '../../../src/online/core-state.js';
import { energyUntilJ } from '../../../src/online/power-meter.js';
import { simulation } from '../../../src/online/simulation.js';

/** Two nodes of two cores. P-state 1 takes twice the time at 4 W a core instead of 10. */
const LAYOUT = coreLayout([2, 2]);
const P_STATES = [
  { slowdown: 1, coreW: 10 },
  { slowdown: 2, coreW: 4 },
];

/** Tasks of several cores: worth `utility` where they end no later than `untilS` after their arrival, else nothing. */
const TASKS = [
  { arrivalS: 0, cores: 3, workS: 10, utility: 8, untilS: 40, mayBePreempted: true },
  { arrivalS: 2, cores: 2, workS: 4, utility: 20, untilS: 5, mayBePreempted: false },
  { arrivalS: 3, cores: 1, workS: 6, utility: 4, untilS: 12, mayBePreempted: true },
];

interface Day {
  readonly trace: readonly string[];
  readonly utility: number;
  readonly windowJ: readonly number[];
  readonly nodeJ: readonly number[];
}

/** Utility per energy, less what preempted tasks lose; decisions whenever a task arrives or ends. */
function play(): Day {
  const one = simulation({ layout: LAYOUT, arrivalsS: Float64Array.from(TASKS, (task) => task.arrivalS), untilS: 30 });
  const { cores, meter } = one;
  const leftS = TASKS.map(({ workS }) => workS);
  const waiting = new Set<number>();
  const [trace, windowJ, nodeJ]: [string[], number[], number[]] = [[], [], [0, 0]];
  let utility = 0;

  // The policy.
  const worth = (task: number, endS: number): number =>
    endS - TASKS[task]!.arrivalS <= TASKS[task]!.untilS ? TASKS[task]!.utility : 0;
  const firstFit = (count: number, freed: number): Share[] | null => {
    let missing = count;
    const place = [0, 1].map((node) => {
      const ofFreed = [0, 1].filter((k) => freed >= 0 && cores.lead[2 * node + k] === freed).length;
      const taken = Math.min(missing, 2 - cores.running[node]! + ofFreed);
      missing -= taken;
      return { node, cores: taken };
    });
    return missing > 0 ? null : place.filter((share) => share.cores > 0);
  };
  function* candidates(): Generator<Candidate> {
    const leads = [0, 1, 2, 3].filter((core) => cores.task[core] !== -1 && cores.lead[core] === core);
    const preemptible = leads.filter((lead) => TASKS[cores.task[lead]!]!.mayBePreempted);
    for (const task of waiting) {
      for (const freed of [-1, ...preemptible]) {
        const place = firstFit(TASKS[task]!.cores, freed);
        if (place === null) continue;
        for (const [pState, { slowdown, coreW }] of P_STATES.entries()) {
          const timeS = leftS[task]! * slowdown;
          const energyJ = timeS * coreW * TASKS[task]!.cores;
          yield { task, place, pState, timeS, energyJ, preempts: freed < 0 ? [] : [freed] };
        }
      }
    }
  }
  const key = ({ task, timeS, energyJ, preempts }: Candidate, nowS: number): number =>
    (worth(task, nowS + timeS) - preempts.reduce((sum, r) => sum + worth(cores.task[r]!, cores.finishS[r]!), 0)) /
    energyJ;
  // End of the policy.

  const take = ({ task, place, pState, timeS, preempts }: Candidate): void => {
    for (const lead of preempts) {
      const victim = cores.task[lead]!;
      const { slowdown } = P_STATES[cores.pState[lead]!]!;
      leftS[victim] = cores.preempt(lead) / slowdown;
      waiting.add(victim);
      trace.push(`${one.nowS()} s: task ${victim} makes room, ${leftS[victim]} s are left`);
    }
    const lead = cores.start({ task, pState, timeS, corePowerW: P_STATES[pState]!.coreW }, place);
    waiting.delete(task);
    const on = Array.from(cores.lead, (own, core) => (own === lead ? core : -1)).filter((core) => core >= 0);
    trace.push(`${one.nowS()} s: task ${task} on cores ${on.join(', ')} in P-state ${pState}`);
  };
  one.measureUntil(10);
  one.run({
    arrival(task, nowS) {
      waiting.add(task);
      one.at(nowS, 'decide');
    },
    finish(lead, nowS) {
      const task = cores.task[lead]!;
      utility += worth(task, nowS);
      trace.push(`${nowS} s: task ${task} ends`);
      one.at(nowS, 'decide');
    },
    measure(_, nowS) {
      windowJ.push(energyUntilJ(meter.window, nowS));
      meter.window.nodeJ.forEach((joules, node) => (nodeJ[node]! += joules));
      if (nowS < 30) one.measureUntil(nowS + 10);
    },
    decide: (_, nowS) => {
      bestFirst(candidates, key, nowS, take);
    },
  });
  return { trace, utility, windowJ, nodeJ };
}

describe('a policy of 30 lines for parallel tasks that may be preempted', () => {
  const day = play();

  it('makes the schedule that is found by hand', () => {
    // 0 s: 8 / 300 J or 8 / 240 J: slowly. 2 s: only P-state 0 is in time, (20 - 8) / 80 J > 0: task 0 makes room with 18 s left, 9 s of work.
    // 3 s: 4 / 60 J or 4 / 48 J: slowly. 6 s: task 0 goes on elsewhere, 8 / 270 J or 8 / 216 J: slowly.
    expect(day.trace).toEqual([
      '0 s: task 0 on cores 0, 1, 2 in P-state 1',
      '2 s: task 0 makes room, 9 s are left',
      '2 s: task 1 on cores 0, 1 in P-state 0',
      '3 s: task 2 on cores 2 in P-state 1',
      '6 s: task 1 ends',
      '6 s: task 0 on cores 0, 1, 3 in P-state 1',
      '15 s: task 2 ends',
      '24 s: task 0 ends',
    ]);
  });

  it('earns 8 + 20 + 4', () => {
    expect(day.utility).toBe(32);
  });

  it('spends 24 + 80 + 48 + 216 J, in windows of 10 s and by node', () => {
    // W: 12 until 2 s, 20 until 3 s, 24 until 6 s, 16 until 15 s, 12 until 24 s.
    expect(day.windowJ).toEqual([24 + 20 + 72 + 64, 80 + 60, 48]);
    expect(day.nodeJ).toEqual([16 + 80 + 144, 8 + 48 + 72]);
    expect(day.windowJ.reduce((sum, joules) => sum + joules)).toBe(368);
  });
});

describe('the best candidate first', () => {
  const of = (task: number): Candidate => ({ task, place: [], pState: 0, timeS: 1, energyJ: 1, preempts: [] });
  const taken = (keys: readonly number[]): number[] => {
    const left = new Set(keys.keys());
    const order: number[] = [];
    const take = ({ task }: Candidate): void => {
      order.push(task);
      left.delete(task);
    };
    bestFirst(
      () => Array.from(left, of),
      ({ task }) => keys[task]!,
      0,
      take,
    );
    return order;
  };

  it('takes equal ones in their order, and none that is worth nothing', () => {
    expect(taken([1, 3, 0, 3, NaN, 2, -1])).toEqual([1, 3, 5, 0]);
    expect(taken([0, -1, NaN])).toEqual([]);
  });
});
