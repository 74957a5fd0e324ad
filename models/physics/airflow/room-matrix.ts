import type { Facility, RoomAirflow } from '../../problems/reward-rate/instance.js';
import type { InfluenceMatrix, SparseRows } from '../thermal/influence-matrix.js';
import { MOST_ENTRIES, rowCollector, TooManyEntries } from '../thermal/sparse-rows.js';
import { balanceErrors, sinkhornInPlace } from './balance.js';
import { buildGrid, connectedCells, roomConductances } from './grid.js';
import { splitByCrac } from './plenum.js';
import { cracReturn, roomPorts, type RoomPorts } from './ports.js';
import { solvePotential } from './potential.js';
import { roomProblems } from './room-problems.js';
import { flowNetwork, transport } from './transport.js';
import { deriveZones, zoneAirFlowsM3PerS } from './zones.js';

/** Both invariants are brought within this by scaling, after round-off and the flow solver's residual. */
const BALANCE_TOLERANCE = 1e-12;

/**
 * The influence matrix of a facility with room airflow.
 *
 * Air moves by potential flow, div(g grad phi) = -s, driven by tiles, leaks, node fans and CRAC returns alone (no jets, no
 * buoyancy); the air of every CRAC and rack level is carried downstream by upwind transport, and a sink's weights are the
 * flow-weighted means over its inlet cells. Equations, measured figures and limits: docs/methods/room-airflow.md.
 *
 * @throws Error when the layout has problems (ask roomProblems first).
 * @throws TooManyEntries when too many pairs exchange air for the matrix to be stored.
 */
export function roomInfluenceMatrix(facility: Facility): InfluenceMatrix {
  const { airflow, cracs } = facility;
  if (airflow.source !== 'room') throw new Error('roomInfluenceMatrix needs a facility with room airflow');
  const problems = roomProblems(facility);
  if (problems.length > 0) {
    const shown = problems.slice(0, 5).map((problem) => `${problem.path}: ${problem.message}`);
    throw new Error(`The room has ${problems.length} problem(s): ${shown.join('; ')}`);
  }
  const zones = deriveZones(facility);
  const zoneFlows = zoneAirFlowsM3PerS(facility, zones);
  const grid = buildGrid(airflow.layout);
  const faces = roomConductances(airflow.layout, grid, airflow.coldAisles === 'isolated');
  const returnCell = cracReturn(airflow.layout, grid, cracs[0]!).cells[0]!;
  const ports = roomPorts(airflow, cracs, grid, zones, zoneFlows, connectedCells(faces, returnCell));
  const supplies = splitByCrac(airflow.layout, cracs, grid, ports.floor);

  const entering = new Float64Array(grid.solid.length);
  const net = new Float64Array(grid.solid.length);
  for (const port of [ports.floor, ...ports.levels.map((level) => level.exhaust)]) {
    port.cells.forEach((cell, c) => {
      entering[cell]! += port.flowM3PerS[c]!;
      net[cell]! += port.flowM3PerS[c]!;
    });
  }
  for (const port of [...ports.returns, ...ports.levels.map((level) => level.inlet)]) {
    port.cells.forEach((cell, c) => (net[cell]! -= port.flowM3PerS[c]!));
  }
  const { potential } = solvePotential(faces, net);
  const network = flowNetwork(faces, potential, entering);

  const flows = Float64Array.from([...cracs.map((crac) => crac.airFlowM3PerS), ...zoneFlows]);
  const collected = rowCollector(flows.length);
  const members = entityShares(ports, cracs.length, zoneFlows);
  transport(
    network,
    [...supplies, ...ports.levels.map((level) => level.exhaust)],
    [...ports.returns, ...ports.levels.map((level) => level.inlet)],
    (sink, source, share) => {
      for (const { entity: row } of members[sink]!) {
        for (const { entity, part } of members[source]!) collected.add(row, entity, share * part);
      }
    },
  );
  const unmixed = collected.rows();
  const errors = balanceErrors(unmixed, flows);
  if (sinkhornInPlace(unmixed, flows, BALANCE_TOLERANCE, 100) === null) {
    throw new Error(
      `Room airflow: rows (error ${errors.rowSum}) and columns (${errors.conservation}) cannot be balanced; please report`,
    );
  }
  const weights = mixed(unmixed, flows, airflow.mixingFraction ?? 0);
  return {
    cracNames: cracs.map((crac) => crac.name),
    zones,
    airFlowM3PerS: flows,
    weights,
    provenance: {
      kind: 'potential-flow',
      summary: summaryOf(airflow, grid.nx, grid.ny, grid.nz),
      rowSumError: errors.rowSum,
      conservationError: errors.conservation,
    },
  };
}

/** Entities behind every port (CRACs, then rack levels), with the part of the port's air that is theirs. */
function entityShares(
  ports: RoomPorts,
  cracCount: number,
  zoneFlows: Float64Array,
): { readonly entity: number; readonly part: number }[][] {
  const cracs = ports.returns.map((_, crac) => [{ entity: crac, part: 1 }]);
  const levels = ports.levels.map((level) =>
    level.zones.map((zone) => ({ entity: cracCount + zone, part: zoneFlows[zone]! / level.flowM3PerS })),
  );
  return [...cracs, ...levels];
}

/** W' = (1 - b) W + b W_mix with W_mix[j, i] = flow_i / sum of flows: keeps row sums and conservation; every pair exchanges air. */
function mixed(weights: SparseRows, flows: Float64Array, fraction: number): SparseRows {
  if (fraction === 0) return weights;
  const size = flows.length;
  if (size * size > MOST_ENTRIES) throw new TooManyEntries();
  const total = flows.reduce((sum, flow) => sum + flow, 0);
  const start = Int32Array.from({ length: size + 1 }, (_, row) => row * size);
  const column = Int32Array.from({ length: size * size }, (_, n) => n % size);
  const value = new Float64Array(size * size);
  for (let sink = 0; sink < size; sink++) {
    for (let n = weights.start[sink]!; n < weights.start[sink + 1]!; n++) {
      value[sink * size + weights.column[n]!] = weights.value[n]!;
    }
    for (let source = 0; source < size; source++) {
      const index = sink * size + source;
      value[index] = (1 - fraction) * value[index]! + (fraction * flows[source]!) / total;
    }
  }
  return { start, column, value };
}

function summaryOf(airflow: RoomAirflow, nx: number, ny: number, nz: number): string {
  const mixing = airflow.mixingFraction ? `, ${airflow.mixingFraction} perfectly mixed` : '';
  return (
    `Potential flow without jets or buoyancy on ${nx} x ${ny} x ${nz} cells; cold aisles ${airflow.coldAisles}; ` +
    `node air flow ${airflow.nodeAirflowFactor} of the specified one${mixing}; hot-spot temperatures depend on the grid`
  );
}
