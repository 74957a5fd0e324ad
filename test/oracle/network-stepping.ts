import type { RoomFlow, RoomSetting } from '../../models/physics/airflow/room-flow.js';

/**
 * Temperatures of every cell of a room in time: each cell a stirred tank, stepped by implicit Euler in downstream order; outlets of zones
 * and cells are brought to agree by repeating the pass. No travel times, no weights.
 */
export interface SteppedRoom {
  readonly cellC: Float64Array;
  readonly outletC: Float64Array;
  /** CRACs, then zones. */
  readonly inletC: Float64Array;
  /** Supply air has the set-points; powers in W, one per zone; thermal masses in J/K per zone. */
  step(zonePowerW: Float64Array, setPointsC: readonly number[], massJPerK: Float64Array, stepS: number): void;
}

export function steppedRoom(setting: RoomSetting, flow: RoomFlow, rhoC: number, startC: number): SteppedRoom {
  const { members, airFlowM3PerS, grid, cracs } = setting;
  const { network, sources, sinks } = flow;
  const { cellCount, start, upstream, fraction, inverseInflow, positionOfCell } = network;
  const volume = grid.dxM * grid.dyM * grid.dzM;
  let cellC = new Float64Array(cellCount).fill(startC);
  const outletC = new Float64Array(airFlowM3PerS.length - cracs.length).fill(startC);
  const inletC = new Float64Array(airFlowM3PerS.length).fill(startC);

  /** Heat (as K times the fraction of its inflow) that ports bring into every cell. */
  const emitted = (leavingC: (entity: number) => number): Float64Array => {
    const total = new Float64Array(cellCount);
    sources.forEach((port, s) => {
      const temperature = members[s]!.reduce((sum, { entity, part }) => sum + part * leavingC(entity), 0);
      port.cells.forEach((cell, c) => {
        const p = positionOfCell[cell]!;
        total[p]! += port.flowM3PerS[c]! * inverseInflow[p]! * temperature;
      });
    });
    return total;
  };

  return {
    get cellC() {
      return cellC;
    },
    outletC,
    inletC,
    step(zonePowerW, setPointsC, massJPerK, stepS) {
      const before = cellC;
      const outletBefore = outletC.slice();
      for (let round = 0, change = Infinity; round < 1000 && change > 1e-11; round++) {
        const arriving = emitted((entity) =>
          entity < cracs.length ? setPointsC[entity]! : outletC[entity - cracs.length]!,
        );
        const next = new Float64Array(cellCount);
        for (let p = 0; p < cellCount; p++) {
          let sum = arriving[p]!;
          for (let face = start[p]!; face < start[p + 1]!; face++) sum += fraction[face]! * next[upstream[face]!]!;
          const alpha = stepS / (volume * inverseInflow[p]!);
          next[p] = (before[p]! + alpha * sum) / (1 + alpha);
        }
        cellC = next;
        change = 0;
        sinks.forEach((sink, s) => {
          const total = sink.flowM3PerS.reduce((sum, part) => sum + part, 0);
          let mean = 0;
          sink.cells.forEach((cell, c) => (mean += (sink.flowM3PerS[c]! / total) * next[positionOfCell[cell]!]!));
          for (const { entity } of members[s]!) {
            inletC[entity] = mean;
            const zone = entity - cracs.length;
            if (zone < 0) continue;
            const capacity = rhoC * airFlowM3PerS[entity]!;
            const theta = massJPerK[zone]! / (capacity * stepS);
            const value = (theta * outletBefore[zone]! + zonePowerW[zone]! / capacity + mean) / (1 + theta);
            change = Math.max(change, Math.abs(value - outletC[zone]!));
            outletC[zone] = value;
          }
        });
      }
    },
  };
}
