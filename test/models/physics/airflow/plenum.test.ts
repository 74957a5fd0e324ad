import { describe, expect, it } from 'vitest';
import { buildGrid } from '../../../../models/physics/airflow/grid.js';
import { splitByCrac } from '../../../../models/physics/airflow/plenum.js';
import type { AirPort } from '../../../../models/physics/airflow/ports.js';
import type { Crac, CracPlacement, RoomLayout } from '../../../../models/facility/facility.js';

const crac = (name: string, airFlowM3PerS: number): Crac => ({
  name,
  airFlowM3PerS,
  setPointMinC: 10,
  setPointMaxC: 35,
});
const standing = (name: string, xM: number, yM: number, cellYM: number): CracPlacement => ({
  crac: name,
  xM,
  yM,
  widthXM: 1,
  depthYM: cellYM,
  heightZM: 1,
});
const layoutOf = (nx: number, ny: number, cellYM: number, cracPlacements: CracPlacement[]): RoomLayout => ({
  lengthXM: nx,
  widthYM: ny * cellYM,
  heightZM: 2,
  cellM: { x: 1, y: cellYM, z: 1 },
  levelsPerRack: 1,
  racks: [],
  tiles: [],
  aisles: [],
  cracPlacements,
});
const floorOf = (flows: Readonly<Record<number, number>>): AirPort => ({
  cells: Int32Array.from(Object.keys(flows), Number),
  flowM3PerS: Float64Array.from(Object.values(flows)),
});
const flowAt = (port: AirPort, cell: number): number => port.flowM3PerS[port.cells.indexOf(cell)] ?? 0;

describe('splitByCrac', () => {
  it('gives all floor air to the only CRAC', () => {
    const layout = layoutOf(3, 1, 1, [standing('C', 0, 0, 1)]);
    const floor = floorOf({ 1: 1, 2: 2 });
    expect(splitByCrac(layout, [crac('C', 3)], buildGrid(layout), floor)).toEqual([floor]);
  });

  it('lets two CRACs at the ends of a strip meet where their flows do', () => {
    const layout = layoutOf(6, 1, 1, [standing('C1', 0, 0, 1), standing('C2', 5, 0, 1)]);
    const [first, second] = splitByCrac(
      layout,
      [crac('C1', 2), crac('C2', 1)],
      buildGrid(layout),
      floorOf({ 2: 1.5, 3: 1.5 }),
    );
    expect([flowAt(first!, 2), flowAt(first!, 3)]).toEqual([expect.closeTo(1.5, 10), expect.closeTo(0.5, 10)]);
    expect([flowAt(second!, 2), flowAt(second!, 3)]).toEqual([0, expect.closeTo(1, 10)]);
  });

  it('follows the loop currents of a 2 x 2 plenum with oblong cells, solved by hand', () => {
    // CRACs of 3 and 1 m3/s in column x = 0, tiles of 3 and 1 m3/s in column x = 1; conductances 2 along x and 1/2 along y.
    // Flow f up at x = 0 and down at x = 1: f / (1/2) + (1 + f) / 2 = (3 - f) / 2 - f / (1/2), so f = 0.2.
    const layout = layoutOf(2, 2, 2, [standing('C1', 0, 0, 2), standing('C2', 0, 2, 2)]);
    const [first, second] = splitByCrac(
      layout,
      [crac('C1', 3), crac('C2', 1)],
      buildGrid(layout),
      floorOf({ 1: 3, 3: 1 }),
    );
    expect(flowAt(first!, 3)).toBeCloseTo(0.2 / 1.2, 10);
    expect(flowAt(second!, 3)).toBeCloseTo(1 / 1.2, 10);
    expect(flowAt(first!, 1)).toBeCloseTo(3 - 0.2 / 1.2, 10);
    expect(flowAt(second!, 1)).toBeCloseTo(1 - 1 / 1.2, 10);
  });
});
