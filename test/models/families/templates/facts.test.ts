import { describe, expect, it } from 'vitest';
import { DEFAULT_AIR } from '../../../../models/physics/cooling/crac.js';
import { ventInfluenceMatrices } from '../../../support/vent-matrices.js';
import { thermalResponse } from '../../../../models/physics/thermal/thermal-response.js';
import { templatesModel } from '../../../../models/families/templates/compile.js';
import { evaluateSetting, outletsC } from '../../../../models/families/templates/evaluate.js';
import {
  deadlinesS,
  middlePStateIndex,
  middleStateOf,
  rewardsPerTask,
} from '../../../../models/families/templates/middle-state.js';
import { arrivingWorkPerS } from '../../../support/arriving-work.js';
import { layoutFacility } from '../../../../models/families/templates/room.js';
import { existingWorkPerS, greatestWorkPerS, stateAt } from '../../../../models/families/templates/states.js';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { bundledInstance } from '../../../../src/instances/bundled.js';

/** With all vents open only: one combination of 81. */
function opened(airflow: 'balanced' | 'nominal'): TemplatesInstance {
  const name = airflow === 'nominal' ? 'room-1080-nominal' : 'room-1080';
  return { ...(bundledInstance('templates', name) as TemplatesInstance), ventOpenings: [1] };
}

const instance = opened('nominal');
const matrices = ventInfluenceMatrices(layoutFacility(instance)!, instance.quadrants, instance.ventOpenings);
const model = templatesModel(instance, matrices);
const RHO_C = DEFAULT_AIR.densityKgPerM3 * DEFAULT_AIR.heatCapacityJPerKgK;
const DAY_S = 86_400;

/** Node power by block when every core runs the task that `coreW` chooses in P-state 0. */
function fullPowerW(coreW: (type: TemplatesInstance['facility']['nodeTypes'][number]) => number): Float64Array {
  const perCore = instance.facility.nodeTypes.map(coreW);
  return Float64Array.from(
    model.blocks,
    ({ idleW, nodeCount, coresPerNode, type }) => idleW + nodeCount * coresPerNode * perCore[type]!,
  );
}

const highestW = (powers: TemplatesInstance['facility']['nodeTypes'][number]['tasks'], name?: string): number =>
  Math.max(
    ...powers
      .filter(({ taskType }) => name === undefined || taskType === name)
      .map(({ corePowerW }) => ('atHighestFrequency' in corePowerW ? corePowerW.atHighestFrequency : corePowerW[0]!)),
  );
const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);

describe('what the thesis says of its room', () => {
  it('1,080 nodes with 7,560 cores: 1,080, 1,620, 1,620 and 3,240 by quadrant, 180 blocks', () => {
    expect(sum(model.blocks.map(({ nodeCount }) => nodeCount))).toBe(1080);
    expect(model.quadrants.map(({ cores }) => cores)).toEqual([1080, 1620, 1620, 3240]);
    expect(sum(model.quadrants.map(({ cores }) => cores))).toBe(7560);
    expect(model.blocks).toHaveLength(180);
  });

  it('idle nodes draw 127,116 W', () => {
    expect(sum(model.blocks.map(({ idleW }) => idleW))).toBeCloseTo(270 * 30 + 540 * 142.4 + 270 * 156, 6);
    expect(sum(model.blocks.map(({ idleW }) => idleW))).toBeCloseTo(127_116, 6);
  });

  it('all cores do approximately 22 tasks/s (5.6.4)', () => {
    expect(greatestWorkPerS(model)).toBeCloseTo(22.811, 3);
    const faster = middleStateOf({ ...instance, middlePState: 'faster' }).ratePerS;
    const cores = model.blocks.map(({ nodeCount, coresPerNode, type }) => nodeCount * coresPerNode * faster[type]!);
    expect(sum(cores)).toBeCloseTo(23.673, 3);
  });

  it('with the highest-power task on every core in P-state 0 and 22 C a day takes 22.4 GJ, with lu everywhere 21.98 (5.7)', () => {
    const cop22 = 0.0068 * 22 * 22 + 0.0008 * 22 + 0.458;
    const highest = sum(fullPowerW(({ tasks }) => highestW(tasks)));
    expect(highest).toBeCloseTo(204_768, 6);
    expect((highest * (1 + 1 / cop22) * DAY_S) / 1e9).toBeCloseTo(22.4, 1);
    const lu = sum(fullPowerW(({ tasks }) => highestW(tasks, 'lu')));
    expect(lu).toBeCloseTo(200_988, 6);
    expect((lu * (1 + 1 / cop22) * DAY_S) / 1e9).toBeCloseTo(21.98, 2);
  });

  it('in the mixed nominal regime 22 C then overheats no node, as section 5.7 says; hardly any more mixing is needed', () => {
    const outletC = outletsC(
      model,
      0,
      22,
      fullPowerW(({ tasks }) => highestW(tasks)),
    );
    expect(Math.max(...outletC)).toBeLessThan(33);
    expect(Math.max(...outletC)).toBeGreaterThan(32.9);
  });
});

describe('middle P-state and what follows from it (Eqs. 57-61, 64)', () => {
  it('is number 8 or 7 of 16, 4 of 9, 0 of 1', () => {
    expect([16, 9, 3, 2, 1].map((n) => middlePStateIndex(n, 'slower'))).toEqual([8, 4, 1, 1, 0]);
    expect([16, 9, 3, 2, 1].map((n) => middlePStateIndex(n, 'faster'))).toEqual([7, 4, 1, 0, 0]);
    expect([...model.middle.pState]).toEqual([8, 4, 8]);
  });

  it('mean times are weighted by cores, rates and powers are plain means over task types', () => {
    const { middle } = model;
    const between = (high: number, low: number, [first, at, last]: readonly [number, number, number]): number =>
      high + ((low - high) * (at - first)) / (last - first);
    // canneal: times 148-345, 195-250 and 178-385 s at 3.2-0.8 (1.9 in the middle), 2.534-1.6 (2.133) and 2.7-1.2 (1.9) GHz
    const timesS = [
      between(148, 345, [1 / 3.2, 1 / 1.9, 1 / 0.8]),
      between(195, 250, [1 / 2.534, 1 / 2.133, 1 / 1.6]),
      between(178, 385, [1 / 2.7, 1 / 1.9, 1 / 1.2]),
    ];
    const [one, two, three] = timesS as [number, number, number];
    expect(middle.timeS[0]).toBeCloseTo((1080 * one + 3240 * two + 3240 * three) / 7560, 9);
    expect(sum(middle.weight) / 10).toBeCloseTo(1, 12);
    expect(middle.weight[0]! / middle.weight[1]!).toBeCloseTo(middle.timeS[0]! / middle.timeS[1]!, 12);
    // One tenth of a type's rate is canneal's.
    const alone = middleStateOf({ ...instance, taskTypes: [{ name: 'canneal' }] });
    expect(alone.ratePerS[0]).toBeCloseTo(1 / one, 12);
    expect(alone.coreW[0]).toBeCloseTo(between(5.6, 1.2, [3.2 ** 3, 1.9 ** 3, 0.8 ** 3]), 12);
    const each = instance.taskTypes.map((task) => middleStateOf({ ...instance, taskTypes: [task] }));
    expect(middle.ratePerS[2]).toBeCloseTo(sum(each.map(({ ratePerS }) => ratePerS[2]!)) / 10, 12);
    expect(middle.coreW[2]).toBeCloseTo(sum(each.map(({ coreW }) => coreW[2]!)) / 10, 12);
  });

  it('equal arrivals weigh as many tasks (Eq. 60); rewards and deadlines follow section 5.6.2 unless stated', () => {
    const { middle } = model;
    expect(arrivingWorkPerS(middle, new Array<number>(10).fill(0.6))).toBeCloseTo(6, 12);
    expect(arrivingWorkPerS(middle, [1, ...new Array<number>(9).fill(0)])).toBeCloseTo(middle.weight[0]!, 12);
    expect([...rewardsPerTask(instance, middle)]).toEqual([...middle.weight]);
    expect([...deadlinesS(instance, middle)]).toEqual([...middle.timeS]);
    const stated = [{ name: 'canneal', rewardPerTask: 0, deadlineS: 5 }, ...instance.taskTypes.slice(1)];
    const other = { ...instance, taskTypes: stated };
    expect([rewardsPerTask(other, middle)[0], deadlinesS(other, middle)[0]]).toEqual([0, 5]);
  });
});

describe('outlets (Eqs. 54, 55)', () => {
  const rise = model.outletRiseKPerW[0]!;
  const count = model.blocks.length;

  it('D = M + R of the shared thermal response, and is not negative', () => {
    const response = thermalResponse(matrices[0]!, RHO_C);
    for (const k of [0, 7, 93, 179]) {
      const expected = response.inletRow(k);
      expected[k]! += response.risePerW[k]!;
      for (let c = 0; c < count; c++) expect(Math.abs(rise[k * count + c]! / expected[c]! - 1)).toBeLessThan(1e-9);
    }
    expect(Math.min(...rise)).toBeGreaterThanOrEqual(0);
  });

  it('the CRACs get back the heat of the nodes', () => {
    const utilisation = model.blocks.map((_, b) => (b % 7) / 7);
    const setting = { vents: 0, setPointC: 18, utilisation };
    const { outletC, nodePowerW } = evaluateSetting(model, stateAt(instance.grid, 0), setting);
    const { weights, airFlowM3PerS } = matrices[0]!;
    let inletC = 0;
    for (let n = weights.start[0]!; n < weights.start[1]!; n++) {
      const source = weights.column[n]!;
      inletC += weights.value[n]! * (source === 0 ? 18 : outletC[source - 1]!);
    }
    expect((RHO_C * airFlowM3PerS[0]! * (inletC - 18)) / nodePowerW).toBeCloseTo(1, 9);
  });

  it('existing work is the share of running cores of each quadrant (Eq. 66)', () => {
    const half = { runningCores: model.quadrants.map(({ cores }) => cores / 2) };
    expect(existingWorkPerS(model, half)).toBeCloseTo(greatestWorkPerS(model) / 2, 12);
    expect(existingWorkPerS(model, { runningCores: [0, 0, 0, 3240] })).toBeCloseTo(model.quadrants[3]!.workPerS, 12);
  });

  it('refuses matrices that are not those of the instance', () => {
    expect(() => templatesModel(instance, [])).toThrow(/1 vent combinations need/);
    expect(() => templatesModel({ ...instance, ventOpenings: [0.5, 1] }, matrices)).toThrow(/16 vent combinations/);
    const fewer = { ...matrices[0]!, zones: matrices[0]!.zones.slice(1) };
    const two = { ...instance, quadrants: instance.quadrants.slice(0, 1), ventOpenings: [0.5, 1] };
    expect(() => templatesModel(two, [matrices[0]!, fewer])).toThrow(/other zones/);
  });
});
