import { describe, expect, it, test } from 'vitest';
import { sweepGrid } from '../../../../../../src/families/reward-rate/studies/sweep/grid.js';
import type { Refused } from '../../../../../../src/instances/fault.js';
import { smallInstance } from '../../../../../support/small-instance.js';

const instance = smallInstance();

function judged(...over: string[]): ReturnType<typeof sweepGrid> {
  return sweepGrid(over, instance, 'room.json');
}

function gridOf(...over: string[]): Exclude<ReturnType<typeof sweepGrid>, Refused> {
  const answer = judged(...over);
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer;
}

describe('grid of a sweep', () => {
  test.each([
    ['powerCapW=100,120', 'limits.powerCapW', 1],
    ['limits.redLineC=30', 'limits.redLineC', 1],
    ['workload.taskTypes[1].arrivalRatePerS=2', 'workload.taskTypes[1].arrivalRatePerS', 1],
    ['arrivalRatePerS=x0.5:x1.5:x0.5', 'workload.taskTypes[*].arrivalRatePerS', 2],
    ['facility.cracs[*].setPointMaxC=20', 'facility.cracs[*].setPointMaxC', 1],
    ['facility.nodeTypes[0].tasks[*].timeS[0]=7', 'facility.nodeTypes[0].tasks[*].timeS[0]', 2],
    ['otherLoadW=0,5', 'facility.otherLoadW', 1],
  ])('%s is taken for its field', (over, path, places) => {
    const [axis] = gridOf(over).axes;
    expect(axis).toMatchObject({ field: path });
    expect(axis!.places).toHaveLength(places);
  });

  it('a factor multiplies the value of its own place, and nothing else changes', () => {
    const [, point] = gridOf('arrivalRatePerS=x1,x0.5').points;
    const before = instance.workload.taskTypes;
    const after = point!.instance.workload.taskTypes;
    expect(after.map(({ arrivalRatePerS }) => arrivalRatePerS)).toEqual(
      before.map(({ arrivalRatePerS }) => arrivalRatePerS / 2),
    );
    const restored = after.map((type, i) => ({ ...type, arrivalRatePerS: before[i]!.arrivalRatePerS }));
    expect({ ...point!.instance, workload: { taskTypes: restored } }).toEqual(instance);
  });

  it('neighbours differ in one step of one field', () => {
    const { axes, points } = gridOf('powerCapW=100:160:20', 'redLineC=30,35,40', 'otherLoadW=0,1');
    const positions = points.map(({ values }) => values.map((value, a) => axes[a]!.values.indexOf(value)));
    expect(new Set(positions.map((at) => at.join())).size).toBe(4 * 3 * 2);
    for (let n = 1; n < points.length; n++) {
      const steps = positions[n]!.reduce((sum, position, a) => sum + Math.abs(position - positions[n - 1]![a]!), 0);
      expect(steps).toBe(1);
    }
  });

  test.each([
    'powerCapW',
    '=5',
    'powerCap=5',
    'limits=5',
    'limits.powerCapW.x=5',
    'facility.cracs[7].setPointMaxC=5',
    'facility.cracs.setPointMaxC=5',
    'limits[*]=5',
    'limits..powerCapW=5',
    'limits.powerCapW.=5',
    '[0]=5',
    'name=5',
    '__proto__.powerCapW=5',
    'limits.__proto__=5',
    'limits.constructor=5',
    'limits.rackPowerLimits[*].powerLimitW=5',
    'otherLoadW=x2',
    'powerCapW=1:2',
  ])('%s is refused', (over) => {
    const answer = judged(over);
    expect(answer.ok).toBe(false);
    if (!answer.ok) expect(answer.faults[0]).toMatchObject({ path: '--over' });
  });

  it('points of which a file is refused are refused in the list, with a remedy', () => {
    const answer = judged('powerCapW=-5,100,NaN');
    expect(answer.ok).toBe(false);
    const second = judged('setPointMinC=5,35', 'powerCapW=0,100');
    if (second.ok) throw new Error('set-points the wrong way round went through');
    expect(second.faults.some(({ path }) => path.includes('setPointMaxC'))).toBe(true);
    expect(second.faults.every(({ remedy }) => remedy.includes('setPointMinC='))).toBe(true);
  });

  it('two --over for one field are refused', () => {
    const answer = judged('arrivalRatePerS=x1,x2', 'workload.taskTypes[0].arrivalRatePerS=1,2');
    expect(answer.ok).toBe(false);
  });

  it('grids of absurd size are refused', () => {
    const answer = judged('powerCapW=1:1000:1', 'redLineC=20:40:0.1');
    expect(answer).toMatchObject({ ok: false, faults: [{ value: '201000 points' }] });
  });
});
