import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coreLayout, type Share } from '../../../src/online/core-state.js';
import { simulation } from '../../../src/online/simulation.js';
import { type Played, playSlowly, type Script, type View, type World } from '../../oracle/slow-online.js';
import { fuzzCount } from '../../support/fuzz.js';

/** The same with the core; windows of the meter end elsewhere than decisions. */
function play(world: World, script: Script, windowS: number): Played {
  const { nodes, pStates, tasks, untilS } = world;
  const arrivalsS = Float64Array.from(tasks, ({ arrivalS }) => arrivalS);
  const one = simulation({ layout: coreLayout(nodes), arrivalsS, untilS });
  const { cores, meter } = one;
  const leftS = tasks.map(({ workS }) => workS);
  const leadOf = new Map<number, number>();
  let waiting: number[] = [];
  const trace: string[] = [];
  const nodeJ = nodes.map(() => 0);
  const running = (): number[] => [...leadOf.keys()].sort((a, b) => a - b);
  const view = (): View => ({
    nowS: one.nowS(),
    waiting: [...waiting],
    running: running(),
    idleCores: nodes.map((count, node) => count - cores.running[node]!),
  });
  const repeat = (kind: 'control' | 'decide', everyS: number): void => {
    for (let k = 0; k * everyS <= untilS; k++) one.at(k * everyS, kind);
  };
  repeat('decide', world.decideEveryS);
  repeat('control', world.controlEveryS);
  one.measureUntil(Math.min(untilS, windowS));
  one.run({
    arrival: (task) => void waiting.push(task),
    finish(lead, nowS) {
      const task = cores.task[lead]!;
      trace.push(`${nowS} finish ${task}`);
      leadOf.delete(task);
      one.at(nowS, 'decide');
    },
    measure(_, nowS) {
      meter.window.nodeJ.forEach((joules, node) => (nodeJ[node]! += joules));
      if (nowS < untilS) one.measureUntil(Math.min(untilS, nowS + windowS));
    },
    control(_, nowS) {
      for (const task of running()) {
        const lead = leadOf.get(task)!;
        const pState = script.pStateOf(task, nowS) ?? cores.pState[lead]!;
        if (pState === cores.pState[lead]) continue;
        const ratio = pStates[pState]!.slowdown / pStates[cores.pState[lead]!]!.slowdown;
        cores.changePState(lead, pState, ratio, pStates[pState]!.coreW);
        trace.push(`${nowS} task ${task} to ${pState}`);
      }
    },
    decide(_, nowS) {
      for (const task of script.preempted(view())) {
        const lead = leadOf.get(task)!;
        const { slowdown } = pStates[cores.pState[lead]!]!;
        leftS[task] = cores.preempt(lead) / slowdown;
        leadOf.delete(task);
        waiting.push(task);
        trace.push(`${nowS} preempt ${task} with ${leftS[task]} s left`);
      }
      for (let next = script.started(view()); next !== null; next = script.started(view())) {
        const { task, place, pState } = next;
        const { slowdown, coreW } = pStates[pState]!;
        const lead = cores.start({ task, pState, timeS: leftS[task]! * slowdown, corePowerW: coreW }, place);
        leadOf.set(task, lead);
        waiting = waiting.filter((other) => other !== task);
        const on = place.flatMap(({ node }) =>
          Array.from(cores.lead.keys()).filter(
            (core) => cores.lead[core] === lead && cores.layout.nodeOfCore[core] === node,
          ),
        );
        trace.push(`${nowS} start ${task} on ${on.join(',')} at ${pState}`);
      }
    },
  });
  return { trace, nodeJ };
}

/** Decides by figures that look drawn but depend on task and moment alone. */
function scriptOf(world: World, salt: number): Script {
  const dice = (task: number, nowS: number, sides: number, purpose: number): number => {
    let bits = Math.imul(salt ^ Math.imul(task + 1, 0x9e3779b1) ^ Math.imul(purpose, 0x7feb352d), 0x85ebca6b);
    bits = Math.imul(bits ^ Math.floor(8 * nowS) ^ (bits >>> 15), 0xc2b2ae35);
    return (bits >>> 8) % sides;
  };
  return {
    preempted: ({ running, nowS }) => running.filter((task) => dice(task, nowS, 4, 1) === 0),
    started({ waiting, idleCores, nowS }) {
      for (const task of waiting) {
        if (dice(task, nowS, 5, 2) === 0) continue;
        let missing = world.tasks[task]!.cores;
        const place: Share[] = [];
        const order = Array.from(idleCores.keys());
        if (dice(task, nowS, 2, 3) === 0) order.reverse();
        for (const node of order) {
          const cores = Math.min(missing, idleCores[node]!);
          if (cores > 0) place.push({ node, cores });
          missing -= cores;
        }
        if (missing === 0) return { task, place, pState: dice(task, nowS, world.pStates.length, 4) };
      }
      return null;
    },
    pStateOf: (task, nowS) => (dice(task, nowS, 3, 5) === 0 ? dice(task, nowS, world.pStates.length, 6) : null),
  };
}

/** Slowdowns are powers of two and times whole or half seconds: all sums are exact, and many things happen at one moment. */
const anyWorld = fc
  .record({
    nodes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
    tasks: fc.array(fc.record({ at2: fc.nat(60), cores: fc.integer({ min: 1, max: 5 }), work2: fc.nat(24) }), {
      maxLength: 14,
    }),
    decideEveryS: fc.constantFrom(1, 2.5, 7),
    controlEveryS: fc.constantFrom(2, 5),
  })
  .map(({ tasks, ...rest }): World => {
    const ordered = tasks.map(({ at2, cores, work2 }) => ({ arrivalS: at2 / 2, cores, workS: work2 / 2 }));
    ordered.sort((a, b) => a.arrivalS - b.arrivalS);
    const pStates = [
      { slowdown: 1, coreW: 16 },
      { slowdown: 2, coreW: 5 },
      { slowdown: 4, coreW: 3 },
    ];
    return { ...rest, tasks: ordered, pStates, untilS: 60 };
  });

const runs = { seed: 130, numRuns: fuzzCount(300) };

describe('the online core', () => {
  it('does what a slow twin does that sorts all events anew each time: same trace, same energy of every node', () => {
    const seen = { finish: 0, preempt: 0, to: 0, wide: 0 };
    fc.assert(
      fc.property(anyWorld, fc.nat(1e6), fc.constantFrom(3, 10, 60), (world, salt, windowS) => {
        const script = scriptOf(world, salt);
        const quick = play(world, script, windowS);
        expect(quick).toEqual(playSlowly(world, script));
        for (const line of quick.trace) {
          if (line.includes('finish')) seen.finish++;
          if (line.includes('preempt')) seen.preempt++;
          if (line.includes(' to ')) seen.to++;
          if (line.includes(',')) seen.wide++;
        }
      }),
      runs,
    );
    // All of it is met.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });

  it('spends the same energy however time is cut into windows, with times that are no round numbers', () => {
    fc.assert(
      fc.property(anyWorld, fc.nat(1e6), fc.double({ min: 0.3, max: 60, noNaN: true }), (world, salt, windowS) => {
        const odd: World = {
          ...world,
          tasks: world.tasks.map(({ arrivalS, workS, cores }) => ({ cores, arrivalS: arrivalS / 3, workS: workS / 7 })),
          pStates: world.pStates.map(({ slowdown, coreW }) => ({ slowdown: 1.1 * slowdown, coreW: coreW / 9 })),
        };
        const script = scriptOf(odd, salt);
        const [whole, cut] = [play(odd, script, 60), play(odd, script, windowS)];
        expect(cut.trace).toEqual(whole.trace);
        cut.nodeJ.forEach((joules, node) => {
          expect(Math.abs(joules - whole.nodeJ[node]!)).toBeLessThanOrEqual(1e-9 * Math.max(1, joules));
        });
      }),
      runs,
    );
  });
});
