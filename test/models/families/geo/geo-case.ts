import { roomInfluenceMatrix } from '../../../../models/physics/airflow/room-matrix.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { GeoAllocation, GeoAllocationCell, GeoLoad } from '../../../../models/families/geo/allocation.js';
import { hottestSetPointC } from '../../../../models/families/geo/cooling.js';
import { cellState } from '../../../../models/families/geo/evaluate.js';
import type { DataCentre, GeoInstance } from '../../../../models/families/geo/instance.js';
import { nodeLoad } from '../../../../models/families/geo/node-load.js';
import { type GeoModel, geoModel } from '../../../../models/families/geo/model.js';
import { roomFacility } from '../../../../models/families/geo/room.js';
import type { CentreSeries, GeoSeries } from '../../../../models/families/geo/series.js';
import type { CoreShare } from '../../../../models/facility/core-share.js';
import type { Uniform } from '../../../../src/random/stream.js';

export interface GeoCase {
  readonly instance: GeoInstance;
  readonly series: GeoSeries;
  readonly matrixOfRoom: (room: string) => InfluenceMatrix;
  readonly model: GeoModel;
}

/** Compiles an instance whose series are written out in it. */
export function geoCase(instance: GeoInstance, demand = new Map<string, CentreSeries['demandPeriods']>()): GeoCase {
  const matrices = new Map<string, InfluenceMatrix>();
  const matrixOfRoom = (room: string): InfluenceMatrix => {
    let matrix = matrices.get(room);
    if (matrix === undefined) {
      matrix = roomInfluenceMatrix(roomFacility(instance, room));
      matrices.set(room, matrix);
    }
    return matrix;
  };
  return geoCaseWith(instance, matrixOfRoom, demand);
}

export function geoCaseWith(
  instance: GeoInstance,
  matrixOfRoom: (room: string) => InfluenceMatrix,
  demand = new Map<string, CentreSeries['demandPeriods']>(),
): GeoCase {
  const epochs = instance.horizon.epochs;
  const series: GeoSeries = {
    arrivalRatePerS: Float64Array.from({ length: epochs * instance.taskTypes.length }, (_, n) => {
      const given = instance.taskTypes[n % instance.taskTypes.length]!.arrivalRatePerS;
      if ('meanPerS' in given) throw new Error('only written out rates are supported here');
      return given[Math.floor(n / instance.taskTypes.length)]!;
    }),
    centres: instance.dataCentres.map((centre) => writtenOut(instance, centre, demand.get(centre.name) ?? [])),
  };
  return { instance, series, matrixOfRoom, model: geoModel(instance, series, matrixOfRoom) };
}

function writtenOut(
  { horizon }: GeoInstance,
  { price, carbon, renewables }: DataCentre,
  demandPeriods: CentreSeries['demandPeriods'],
): CentreSeries {
  if (price.source !== 'series' || (carbon !== undefined && carbon.source !== 'series')) {
    throw new Error('only series are supported here');
  }
  const hours = horizon.epochMinutes / 60;
  return {
    usdPerKwh: Float64Array.from(price.usdPerKwh),
    gramsPerKwh: Float64Array.from({ length: horizon.epochs }, (_, t) => carbon?.gramsPerKwh[t] ?? 0),
    renewableKwh: Float64Array.from({ length: horizon.epochs }, (_, t) => {
      let kW = 0;
      const { solar, wind } = renewables ?? {};
      if (solar?.irradiance.source === 'series') {
        kW += (solar.efficiency * solar.panelAreaM2 * solar.irradiance.wPerM2[t]!) / 1000;
      }
      if (wind?.speed.source === 'series') {
        const { mPerS, airDensityKgPerM3: density } = wind.speed;
        const rho = typeof density === 'number' ? density : density[t]!;
        const windW = wind.efficiency * 0.5 * wind.rotorAreaM2 * rho * mPerS[t]! ** 3;
        kW += Math.min(wind.ratedPowerW ?? Infinity, windW) / 1000;
      }
      return kW * hours;
    }),
    demandPeriods,
  };
}

/** Random loads of every type: whole cores, cores alike that divide their time, and mixtures. */
export function randomLoads(model: GeoModel, draw: Uniform, perType = 3): GeoLoad[] {
  return model.nodeTypes.flatMap((_, j) =>
    Array.from({ length: perType }, () => nodeLoad(model, j, randomCores(model, j, draw))).filter(
      (load) => load !== null,
    ),
  );
}

export function randomCores(model: GeoModel, type: number, draw: Uniform): CoreShare[] {
  const { cores, tasks } = model.nodeTypes[type]!;
  const shares: CoreShare[] = [];
  for (let left = cores; left > 0 && draw() < 0.9;) {
    const count = 1 + Math.floor(draw(0, left));
    left -= count;
    const parts = 1 + Math.floor(draw(0, 3));
    const busy = draw() < 0.5 ? 1 : draw(0.2, 1);
    const weights = Array.from({ length: parts }, () => draw(0.1, 1));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    shares.push({
      count,
      slices: weights.map((weight) => {
        const task = tasks[Math.floor(draw(0, tasks.length))]!;
        return {
          taskType: model.taskNames[task.task]!,
          pState: task.pStates[Math.floor(draw(0, task.pStates.length))]!,
          fraction: (busy * weight) / total,
        };
      }),
    });
  }
  return shares;
}

/** Whole nodes at random; set-points the hottest that keep the red line, or now and then others. */
export function randomAllocation(model: GeoModel, draw: Uniform, loads = randomLoads(model, draw)): GeoAllocation {
  const cells: GeoAllocationCell[] = [];
  for (let t = 0; t < model.epochCount; t++) {
    for (const centre of model.centres) {
      const left = Int32Array.from(centre.nodeCount);
      const chosen: [number, number][] = [];
      for (const [index, { type }] of loads.entries()) {
        const nodes = Math.floor(draw(0, left[type]! + 1));
        left[type]! -= nodes;
        if (nodes > 0) chosen.push([index, nodes]);
      }
      const cell: GeoAllocationCell = {
        setPointC: centre.thermal.setPointMinC,
        load: Int32Array.from(chosen, ([index]) => index),
        nodes: Int32Array.from(chosen, ([, nodes]) => nodes),
      };
      const { nodePowerW } = cellState(model, { loads, cells: [cell] }, centre, 0);
      const hottestC = hottestSetPointC(centre.thermal, nodePowerW);
      const setPointC = draw() < 0.8 ? Math.max(5, hottestC) : draw(8, 32);
      cells.push({ ...cell, setPointC });
    }
  }
  return { loads, cells };
}

/** The same with sun and wind used at random in every other cell, now and then more than there is, or less than nothing. */
export function withRandomRenewables(model: GeoModel, allocation: GeoAllocation, draw: Uniform): GeoAllocation {
  const cells = allocation.cells.map((cell, n) => {
    const t = Math.floor(n / model.centres.length);
    const renewableKwh = model.centres[n % model.centres.length]!.renewableKwh[t]! * draw(-0.05, 1.05);
    return draw() < 0.5 ? cell : { ...cell, renewableKwh };
  });
  return { ...allocation, cells };
}
