import type { Crac, Facility, RoomAirflow } from '../../facility/facility.js';
import type { InfluenceMatrix, Zone } from '../thermal/influence-matrix.js';
import { rowCollector } from '../thermal/sparse-rows.js';
import { balanceErrors, sinkhornInPlace } from './balance.js';
import {
  buildGrid,
  connectedCells,
  containmentOf,
  roomConductances,
  type ConductanceGrid,
  type RoomGrid,
} from './grid.js';
import { unitsInRoom, withDirectAir } from './direct-air.js';
import { MIN_SHARE, withMixedAir } from './mixed-air.js';
import { splitByCrac } from './plenum.js';
import { cracReturn, roomPorts, type AirPort, type RackLevel, type RoomPorts } from './ports.js';
import { roomFaults } from './room-faults.js';
import type { ShouldStop } from './stop.js';
import { flowNetwork, transport, type FlowNetwork } from './transport.js';
import { unitAir } from './unit-air.js';
import { deriveZones, zoneAirFlowsM3PerS } from './zones.js';

/**
 * Largest error of a computed influence matrix in row sums and conservation of air after scaling. Scaling removes
 * rounding errors and the flow solver's residual.
 */
const BALANCE_TOLERANCE = 1e-12;

/** Parts of a room's air model that are the same for all openings of its tiles. */
export interface RoomSetting {
  readonly airflow: RoomAirflow;
  /** CRACs with the part of their air that reaches the room. */
  readonly cracs: readonly Crac[];
  readonly zones: readonly Zone[];
  /** Air flow of each entity (CRACs, then zones) that passes the room, m3/s. */
  readonly airFlowM3PerS: Float64Array;
  /** As `airFlowM3PerS`, with the air of CRACs that goes straight back. */
  readonly wholeFlowM3PerS: Float64Array;
  readonly grid: RoomGrid;
  readonly faces: ConductanceGrid;
  /** 1 for each air cell that is connected to the CRACs, else 0. */
  readonly reachable: Uint8Array;
  /** Ports of the room. `floor` is the port for the tile openings in the layout. */
  readonly ports: RoomPorts;
  /**
   * CRACs and zones behind each source and sink of a RoomFlow (CRACs, then rack levels). `entity` is an index in the
   * influence matrix (CRACs, then zones), ascending. `part` is the fraction of the source's and sink's air that belongs
   * to the entity.
   */
  readonly members: readonly (readonly { readonly entity: number; readonly part: number }[])[];
}

/**
 * Steady air flow of a room from cell to cell, and its ports. Sources and sinks are the CRACs, followed by the rack
 * levels. A CRAC whose fan stands still is a source without cells.
 */
export interface RoomFlow {
  readonly network: FlowNetwork;
  readonly sources: readonly AirPort[];
  readonly sinks: readonly AirPort[];
}

/**
 * Returns the parts of a room's air model that are the same for all openings of its tiles.
 *
 * @param ownFlows air flow of each zone, m3/s, >= 0. By default, that of its nodes when they are on.
 * @throws Error if the layout has faults (call roomFaults first)
 */
export function roomSetting(facility: Facility, ownFlows?: Float64Array): RoomSetting {
  const { airflow } = facility;
  if (airflow.source !== 'room') throw new Error('roomSetting needs a facility with room airflow');
  const faults = roomFaults(facility);
  if (faults.length > 0) {
    const shown = faults.slice(0, 5).map((fault) => `${fault.path}: ${fault.message}`);
    throw new Error(`The room has ${faults.length} fault(s): ${shown.join('; ')}`);
  }
  const cracs = unitsInRoom(facility.cracs, airflow.supplyShare ?? 1);
  const zones = deriveZones(facility);
  const zoneFlows = ownFlows ?? zoneAirFlowsM3PerS(facility, zones);
  const grid = buildGrid(airflow.layout);
  const faces = roomConductances(airflow.layout, grid, containmentOf(airflow));
  const reachable = connectedCells(faces, cracReturn(airflow.layout, grid, cracs[0]!).cells[0]!);
  const ports = roomPorts(airflow, cracs, grid, zones, zoneFlows, reachable);
  return {
    airflow,
    cracs,
    zones,
    airFlowM3PerS: Float64Array.from([...unitAir(cracs).flowM3PerS, ...zoneFlows]),
    wholeFlowM3PerS: Float64Array.from([...unitAir(facility.cracs).flowM3PerS, ...zoneFlows]),
    grid,
    faces,
    reachable,
    ports,
    members: entityShares(ports.levels, cracs.length, zoneFlows),
  };
}

/**
 * Returns the air that rack exhausts, rack inlets, CRAC returns and CRACs that let air back add to each cell, m3/s;
 * negative where they draw air. The air by tiles and leaks is not included.
 */
export function netWithoutFloor({ ports, grid }: RoomSetting): Float64Array {
  const net = new Float64Array(grid.solid.length);
  for (const port of [...ports.levels.map((level) => level.exhaust), ...ports.backFlows.map(({ above }) => above)])
    addPort(net, port, 1);
  for (const port of [...ports.returns, ...ports.levels.map((level) => level.inlet)]) addPort(net, port, -1);
  return net;
}

export function addPort(cells: Float64Array, port: AirPort, factor: number): void {
  port.cells.forEach((cell, c) => (cells[cell]! += factor * port.flowM3PerS[c]!));
}

/**
 * Returns the steady air flow of a room for given air through its floor.
 *
 * @param floor cells of the floor with the air flow through each, m3/s
 * @param potential potential of the flow that includes this air
 */
export function roomFlow(
  setting: RoomSetting,
  floor: AirPort,
  potential: Float64Array,
  shouldStop?: ShouldStop,
): RoomFlow {
  const { airflow, cracs, grid, faces, ports } = setting;
  const entering = new Float64Array(grid.solid.length);
  const exhausts = ports.levels.map((level) => level.exhaust);
  for (const port of [floor, ...ports.backFlows.map(({ above }) => above), ...exhausts]) addPort(entering, port, 1);
  return {
    network: flowNetwork(faces, potential, entering, airflow.mixingM2PerS),
    sources: [...splitByCrac(airflow.layout, cracs, grid, floor, ports.backFlows, shouldStop), ...exhausts],
    sinks: [...ports.tops, ...ports.levels.map((level) => level.front)],
  };
}

/**
 * Returns the influence matrix of a steady air flow, by carrying the air of all sources from cell to cell.
 *
 * @throws TooManyEntries if too many pairs exchange air for the matrix to be stored
 * @throws AirflowStopped if `shouldStop`, called at every batch of sources, returns true
 */
export function influenceOfFlow(setting: RoomSetting, flow: RoomFlow, shouldStop?: ShouldStop): InfluenceMatrix {
  const { airflow, cracs, zones, grid, members, airFlowM3PerS: flows } = setting;
  const collected = rowCollector(flows.length);
  // With stated mixing every source reaches every sink; without a floor, the matrix would have no zeros.
  const least = flow.network.exchange === null ? 0 : MIN_SHARE;
  const isMet = new Uint8Array(flows.length);
  transport(
    flow.network,
    flow.sources,
    flow.sinks,
    (sink, source, share) => {
      if (share < least) return;
      isMet[sink] = 1;
      for (const { entity: row } of members[sink]!) {
        for (const { entity, part } of members[source]!) if (part > 0) collected.add(row, entity, share * part);
      }
    },
    shouldStop,
  );
  const airM3PerS = flows.reduce((sum, one) => sum + one, 0);
  for (const [c, flow] of flows.subarray(0, cracs.length).entries()) {
    // Above a CRAC that stands still no air may pass at all: nobody draws there, and any air will do.
    if (flow > 0 || isMet[c] === 1) continue;
    for (const [source, own] of flows.entries()) if (own > 0) collected.add(c, source, own / airM3PerS);
  }
  const unmixed = collected.rows();
  const errors = balanceErrors(unmixed, flows);
  if (sinkhornInPlace(unmixed, flows, BALANCE_TOLERANCE, 100) === null) {
    throw new Error(
      `Room airflow: rows (error ${errors.rowSum}) and columns (${errors.conservation}) cannot be balanced; please report`,
    );
  }
  const { supplyShare = 1 } = airflow;
  const mixed = withMixedAir(unmixed, flows, zones, airflow);
  return {
    cracNames: cracs.map((crac) => crac.name),
    zones,
    airFlowM3PerS: setting.wholeFlowM3PerS,
    weights: withDirectAir(mixed, supplyShare, flows.subarray(0, cracs.length)),
    provenance: {
      kind: 'potential-flow',
      summary: summaryOf(airflow, grid, flow.network),
      rowSumError: errors.rowSum,
      conservationError: errors.conservation,
    },
  };
}

function entityShares(
  levels: readonly RackLevel[],
  cracCount: number,
  zoneFlows: Float64Array,
): RoomSetting['members'] {
  return [
    ...Array.from({ length: cracCount }, (_, crac) => [{ entity: crac, part: 1 }]),
    ...levels.map((level) =>
      level.zones.map((zone) => ({
        entity: cracCount + zone,
        part: level.flowM3PerS === 0 ? 0 : zoneFlows[zone]! / level.flowM3PerS,
      })),
    ),
  ];
}

function summaryOf(airflow: RoomAirflow, { nx, ny, nz }: RoomGrid, { exchange }: FlowNetwork): string {
  const { mixingM2PerS, hotMixing, mixingFraction, exhaustExchange, supplyShare = 1 } = airflow;
  const direct = supplyShare === 1 ? '' : `, ${supplyShare} of the CRAC air reaches the room`;
  const hot = hotMixing ? `, ${hotMixing} of the exhausts mixed` : '';
  const unbypassed =
    exhaustExchange === undefined ? '' : ` without bypass (${exhaustExchange} of the exhausts over the whole room)`;
  const mixing = `${hot}${mixingFraction ? `, ${mixingFraction} perfectly mixed${unbypassed}` : ''}`;
  const grid =
    exchange === null
      ? 'hot-spot temperatures depend on the grid'
      : `air mixes with ${mixingM2PerS} m2/s; ${(100 * exchange.aboveStated).toFixed(0)} % of it passes faces where the cells alone mix more`;
  return (
    `Potential flow without jets or buoyancy on ${nx} x ${ny} x ${nz} cells; cold aisles ${airflow.coldAisles}; ` +
    `node air flow ${airflow.nodeAirflowFactor} of the specified one${direct}${mixing}; ${grid}`
  );
}
