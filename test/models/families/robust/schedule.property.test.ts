import { describe, expect, it } from 'vitest';
import { evaluateMapping } from '../../../../models/families/robust/evaluate.js';
import type { RobustMeasures } from '../../../../models/families/robust/loads.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import { Schedule } from '../../../../models/families/robust/schedule.js';
import { type RandomStream, randomStream } from '../../../../src/random/stream.js';
import { randomRobustModel } from '../../../support/robust.js';
import { randomMapping, randomPlace } from './random-mapping.js';
import { fuzzCount } from '../../../support/fuzz.js';

type Measured = Pick<RobustMeasures, 'makespanZ' | 'energyZ' | 'energyMeanJ' | 'energyVarianceJ2'>;
const FIGURES = ['makespanZ', 'energyZ', 'energyMeanJ', 'energyVarianceJ2'] as const;

function expectAlike(found: Measured, reference: Measured, tolerance: number): void {
  for (const figure of FIGURES) {
    if (found[figure] === reference[figure]) continue;
    const error = Math.abs(found[figure] - reference[figure]) / Math.max(1, Math.abs(reference[figure]));
    // A call of expect for each of a million comparisons would take longer than they do.
    if (!(error <= tolerance)) expect.fail(`${figure}: ${found[figure]} for ${reference[figure]}, off by ${error}`);
  }
}

function figuresOf({ makespanZ, energyZ, energyMeanJ, energyVarianceJ2 }: Measured): Measured {
  return { makespanZ, energyZ, energyMeanJ, energyVarianceJ2 };
}

/** Cores and lists against a scan of the mapping. */
function expectConsistent(schedule: Schedule): void {
  const { model, z } = schedule;
  const finish = schedule.loads.finish.value;
  const least = schedule.leastRobustCore;
  const most = schedule.mostRobustCore;
  for (let core = 0; core < model.coreCount; core++) {
    const tasks: number[] = [];
    for (let task = schedule.firstTask(core); task >= 0; task = schedule.taskAfter(task)) tasks.push(task);
    const expected = [...schedule.core.keys()].filter((task) => schedule.core[task] === core);
    expect(tasks.sort((a, b) => a - b)).toEqual(expected);
    expect(schedule.tasksOnCore[core]).toBe(expected.length);
    expect(z[least]! < z[core]! || (z[least] === z[core] && finish[least]! >= finish[core]!)).toBe(true);
    expect(z[most]! > z[core]! || (z[most] === z[core] && finish[most]! <= finish[core]!)).toBe(true);
  }
  for (const [n, { firstCore, cores }] of model.nodes.entries()) {
    const own = Array.from({ length: cores }, (_, k) => firstCore + k);
    expect(z[schedule.mostRobustCoreOf(n)]).toBe(Math.max(...own.map((core) => z[core]!)));
    expect(finish[schedule.lastCoreOf(n)]).toBe(Math.max(...own.map((core) => finish[core]!)));
    const others = own.filter((core) => core !== own[0] && core !== own.at(-1));
    const last = schedule.lastCoreOfWithout(n, own[0]!, own.at(-1)!);
    if (others.length === 0) expect(last).toBe(-1);
    else expect(finish[last]).toBe(Math.max(...others.map((core) => finish[core]!)));
  }
}

/** A move or a swap, probed (also with floors on both sides of what it comes to), then made. */
function change(schedule: Schedule, random: RandomStream, probe: boolean): Measured | null {
  const { model, probed } = schedule;
  const a = random.integer(0, model.taskCount - 1);
  const b = random.integer(0, model.taskCount - 1);
  const runs = (task: number, other: number): boolean => {
    const { column } = model.nodes[model.nodeOfCore[schedule.core[other]!]!]!;
    return model.meanS[task * model.columnCount + column] !== Infinity;
  };
  let promised: Measured | null = null;
  let leastCore = 0;
  if (random.integer(0, 1) === 0 && schedule.core[a] !== schedule.core[b] && runs(a, b) && runs(b, a)) {
    const statesOf = (other: number): number => model.nodes[model.nodeOfCore[schedule.core[other]!]!]!.pStateCount - 1;
    const pStateA = random.integer(0, statesOf(b));
    const pStateB = random.integer(0, statesOf(a));
    if (probe) {
      expect(schedule.probeSwap(a, pStateA, b, pStateB)).toBe(true);
      promised = figuresOf(probed);
      leastCore = probed.leastCore;
      expectFloors(promised.makespanZ, (floorZ) => schedule.probeSwap(a, pStateA, b, pStateB, floorZ));
    }
    schedule.swap(a, pStateA, b, pStateB);
  } else {
    const own = random.integer(0, 3) === 0;
    const drawn = randomPlace(model, a, random);
    const core = own ? schedule.core[a]! : drawn.core;
    const pState = Math.min(drawn.pState, model.nodes[model.nodeOfCore[core]!]!.pStateCount - 1);
    if (probe) {
      expect(schedule.probeMove(a, core, pState)).toBe(true);
      promised = figuresOf(probed);
      leastCore = probed.leastCore;
      expectFloors(promised.makespanZ, (floorZ) => schedule.probeMove(a, core, pState, floorZ));
    }
    schedule.move(a, core, pState);
  }
  if (promised !== null) expect(schedule.z[leastCore]).toBeCloseTo(schedule.z[schedule.leastRobustCore]!, 9);
  return promised;
}

function expectFloors(makespanZ: number, probe: (floorZ: number) => boolean): void {
  expect(probe(makespanZ)).toBe(true);
  if (Number.isFinite(makespanZ)) expect(probe(makespanZ + 1e-6 * Math.max(1, Math.abs(makespanZ)))).toBe(false);
}

describe('Schedule', () => {
  it('on tiny instances every probe is what the move comes to, and both are what evaluateMapping finds', () => {
    for (let seed = 0; seed < fuzzCount(300); seed++) {
      const { model } = randomRobustModel(seed, { mostPlans: Infinity });
      const random = randomStream(seed, 'moves');
      const schedule = new Schedule(model, randomMapping(model, random));
      for (let step = 0; step < 40; step++) {
        const promised = change(schedule, random, true);
        expectAlike(promised!, figuresOf(schedule), 1e-12);
        expectAlike(figuresOf(schedule), evaluateMapping(model, schedule), 1e-12);
      }
      expectConsistent(schedule);
    }
  });

  it('after a million moves and swaps is still what evaluateMapping finds, to 1e-12', () => {
    const { model } = midSize();
    const random = randomStream(1, 'million');
    const schedule = new Schedule(model, randomMapping(model, random));
    for (let step = 1; step <= 1_000_000; step++) {
      change(schedule, random, false);
      if (step % 20_000 === 0) expectAlike(figuresOf(schedule), evaluateMapping(model, schedule), 1e-12);
    }
    expectConsistent(schedule);
    // And bit for bit what a schedule made anew has: nothing is left of what came and went.
    const anew = new Schedule(model, schedule);
    expect(figuresOf(schedule)).toEqual(figuresOf(anew));
    expect(schedule.loads.finish.value).toEqual(anew.loads.finish.value);
    expect(schedule.loads.variance.value).toEqual(anew.loads.variance.value);
  });

  it('on a larger instance every probe is what the move comes to', () => {
    const { model } = midSize();
    const random = randomStream(2, 'probes');
    const schedule = new Schedule(model, randomMapping(model, random));
    for (let step = 0; step < 20_000; step++) expectAlike(change(schedule, random, true)!, figuresOf(schedule), 1e-11);
  });

  it('survives one task, one core, more cores than tasks, and tasks that do not vary', () => {
    for (const options of [
      { nodes: 1, cores: 1, tasks: 1 },
      { nodes: 1, cores: 1, tasks: 5 },
      { nodes: 3, cores: 3, tasks: 2, zeroVariance: true },
      { nodes: 2, cores: 2, tasks: 6, zeroVariance: true, alike: true },
      { nodes: 2, cores: 2, tasks: 6, zeroOverhead: true, incompatible: 0.5 },
    ]) {
      const { model } = randomRobustModel(3, { ...options, mostPlans: Infinity });
      const random = randomStream(3, 'edges');
      const schedule = new Schedule(model, randomMapping(model, random));
      for (let step = 0; step < 200; step++) {
        expectAlike(change(schedule, random, true)!, figuresOf(schedule), 1e-12);
        expectConsistent(schedule);
      }
    }
  });

  it('takes over another mapping', () => {
    const { model } = midSize();
    const random = randomStream(4, 'load');
    const schedule = new Schedule(model, randomMapping(model, random));
    const other = randomMapping(model, random);
    schedule.load(other);
    expect(schedule.core).toEqual(other.core);
    expectAlike(figuresOf(schedule), evaluateMapping(model, other), 1e-12);
    expectConsistent(schedule);
  });
});

function midSize(): { model: RobustModel } {
  return randomRobustModel(11, {
    nodes: 8,
    cores: 6,
    pStates: 4,
    tasks: 400,
    mostPlans: Infinity,
    zeroVariance: false,
    zeroOverhead: false,
  });
}
