import type { Facility, RoomAirflow } from '../../facility/facility.js';
import { geometryFaults } from './geometry-faults.js';
import { gridSize } from './grid.js';
import { pathFaults } from './path-faults.js';
import type { AirflowFault } from './fault.js';
import { slotFaults } from './slot-faults.js';
import { BATCH } from './exchange-grids.js';

/**
 * Maximum number of grid cells of a room. Our choice: with more, a potential flow takes over 10 s and much memory
 * (docs/facility/room-airflow.md).
 */
const MAX_CELLS = 1_500_000;
/**
 * Maximum of cells x batches of air sources, which is the work of carrying the air of all sources through a room. Our
 * choice: generated rooms of up to 2,880 racks need up to 339 million, and some 10 s.
 */
const MAX_CELL_BATCHES = 340_000_000;
/** As MAX_CELLS in a room with stated mixing, whose fields take 2.5 kB a cell of memory. */
const MAX_MIXED_CELLS = 500_000;
/**
 * As MAX_CELL_BATCHES in a room with stated mixing, where every batch takes some 12 cycles of multigrid. Our choice: a
 * minute.
 */
const MAX_MIXED_CELL_BATCHES = 3_400_000;

/**
 * Returns the faults that prevent computing the influence matrix of a facility with a room layout. For a facility
 * without a layout, it returns none. Geometry is checked only if numbers and names have no faults, air paths only if
 * geometry has none.
 */
export function roomFaults(facility: Facility): AirflowFault[] {
  const { airflow } = facility;
  if (airflow.source !== 'room') return [];
  const numbers = [...numberFaults(airflow), ...supplyFaults(facility, airflow)];
  const names = [...nameFaults(facility, airflow), ...slotFaults(facility)];
  if (numbers.length > 0) return [...numbers, ...names];
  const geometry = geometryFaults(airflow.layout);
  if (names.length + geometry.length > 0) return [...names, ...geometry];
  return pathFaults(facility, airflow);
}

interface NumberRule {
  readonly path: string;
  readonly value: number;
  readonly holds: (value: number) => boolean;
  readonly allowed: string;
}

const positive = (value: number): boolean => value > 0;
const count = (value: number): boolean => Number.isInteger(value) && value >= 1;

function numberFaults(airflow: RoomAirflow): AirflowFault[] {
  const { layout } = airflow;
  const at = 'airflow';
  const length = 'greater than 0 (m)';
  const rules: NumberRule[] = [
    { path: `${at}.layout.lengthXM`, value: layout.lengthXM, holds: positive, allowed: length },
    { path: `${at}.layout.widthYM`, value: layout.widthYM, holds: positive, allowed: length },
    { path: `${at}.layout.heightZM`, value: layout.heightZM, holds: positive, allowed: length },
    { path: `${at}.layout.cellM.x`, value: layout.cellM.x, holds: positive, allowed: length },
    { path: `${at}.layout.cellM.y`, value: layout.cellM.y, holds: positive, allowed: length },
    { path: `${at}.layout.cellM.z`, value: layout.cellM.z, holds: positive, allowed: length },
    { path: `${at}.layout.levelsPerRack`, value: layout.levelsPerRack, holds: count, allowed: 'a whole number from 1' },
    { path: `${at}.nodeAirflowFactor`, value: airflow.nodeAirflowFactor, holds: positive, allowed: 'greater than 0' },
    {
      path: `${at}.floorLeakageFraction`,
      value: airflow.floorLeakageFraction,
      holds: (value) => value >= 0 && value < 1,
      allowed: '0 to below 1',
    },
    {
      path: `${at}.supplyShare`,
      value: airflow.supplyShare ?? 1,
      holds: (value) => value > 0 && value <= 1,
      allowed: 'above 0 to 1',
    },
    {
      path: `${at}.mixingFraction`,
      value: airflow.mixingFraction ?? 0,
      holds: (value) => value >= 0 && value <= 1,
      allowed: '0 to 1',
    },
    {
      path: `${at}.hotMixing`,
      value: airflow.hotMixing ?? 0,
      holds: (value) => value >= 0 && value <= 1,
      allowed: '0 to 1',
    },
    {
      path: `${at}.exhaustExchange`,
      value: airflow.exhaustExchange ?? 0,
      holds: (value) => value >= 0 && value <= 1,
      allowed: '0 to 1',
    },
    {
      path: `${at}.mixingM2PerS`,
      value: airflow.mixingM2PerS ?? 0,
      holds: (value) => value >= 0 && value <= 0.5,
      allowed: '0 to 0.5 m2/s',
    },
    ...layout.tiles.map((tile, i) => ({
      path: `${at}.layout.tiles[${i}].opening`,
      value: tile.opening,
      holds: (value: number) => value >= 0 && value <= 1,
      allowed: '0 (closed) to 1 (open)',
    })),
    ...layout.racks.map((rack, i) => ({
      path: `${at}.layout.racks[${i}].slots`,
      value: rack.slots,
      holds: count,
      allowed: 'a whole number from 1',
    })),
    ...Object.entries({
      racks: layout.racks,
      tiles: layout.tiles,
      aisles: layout.aisles,
      cracPlacements: layout.cracPlacements,
    })
      .flatMap(([list, boxes]) => boxes.map((box, i) => ({ box, path: `${at}.layout.${list}[${i}]` })))
      .flatMap(({ box, path }) => [
        { path: `${path}.xM`, value: box.xM, holds: () => true, allowed: 'a finite number (m)' },
        { path: `${path}.yM`, value: box.yM, holds: () => true, allowed: 'a finite number (m)' },
        { path: `${path}.widthXM`, value: box.widthXM, holds: positive, allowed: length },
        { path: `${path}.depthYM`, value: box.depthYM, holds: positive, allowed: length },
      ]),
    ...layout.racks.map((rack, i) => ({
      path: `${at}.layout.racks[${i}].heightZM`,
      value: rack.heightZM,
      holds: positive,
      allowed: length,
    })),
    ...layout.cracPlacements.map((crac, i) => ({
      path: `${at}.layout.cracPlacements[${i}].heightZM`,
      value: crac.heightZM,
      holds: positive,
      allowed: length,
    })),
    ...layout.aisles.map((aisle, i) => ({
      path: `${at}.layout.aisles[${i}].containmentHeightM`,
      value: aisle.containmentHeightM,
      holds: positive,
      allowed: length,
    })),
  ];
  const faults: AirflowFault[] = rules
    .filter(({ value, holds }) => !(Number.isFinite(value) && holds(value)))
    .map(({ path, value, allowed }) => ({
      path,
      message: `${path.slice(path.lastIndexOf('.') + 1)} is ${value}`,
      value,
      allowed,
      remedy: 'Correct the value.',
    }));
  const { nx, ny, nz } = gridSize(layout);
  const isMixed = (airflow.mixingM2PerS ?? 0) > 0;
  const maxCells = isMixed ? MAX_MIXED_CELLS : MAX_CELLS;
  if (faults.length === 0 && !(nx * ny * nz >= 1 && nx * ny * nz <= maxCells)) {
    faults.push({
      path: `${at}.layout.cellM`,
      message: `The grid has ${nx} x ${ny} x ${nz} cells`,
      value: nx * ny * nz,
      allowed: `1 to ${maxCells} cells in all${isMixed ? ' with mixingM2PerS' : ''}`,
      remedy: isMixed ? 'Use larger cells, or leave out mixingM2PerS.' : 'Change the cell size.',
    });
  } else if (faults.length === 0) {
    const batches = Math.ceil((layout.cracPlacements.length + layout.racks.length * layout.levelsPerRack) / BATCH);
    const most = Math.floor((isMixed ? MAX_MIXED_CELL_BATCHES : MAX_CELL_BATCHES) / (nx * ny * nz));
    if (batches > most) {
      faults.push({
        path: `${at}.layout.levelsPerRack`,
        message: `The air of ${layout.racks.length} racks in ${layout.levelsPerRack} levels would be carried through ${nx * ny * nz} cells`,
        value: layout.racks.length * layout.levelsPerRack,
        allowed: `at most ${most * BATCH} sources of air (rack levels and CRACs) with so many cells${isMixed ? ' and mixingM2PerS' : ''}`,
        remedy: `Use larger cells or fewer levels per rack, ${isMixed ? 'leave out mixingM2PerS, ' : ''}or plan the facility hall by hall.`,
      });
    }
  }
  return faults;
}

/** Returns the faults of the supply of cold air: no CRAC, no air flow, or no opening in the floor. */
function supplyFaults(facility: Facility, airflow: RoomAirflow): AirflowFault[] {
  const faults: AirflowFault[] = [];
  const zeroFlow = (path: string, value: number): void => {
    if (value > 0 && Number.isFinite(value)) return;
    faults.push({
      path,
      message: `The air flow is ${value} m3/s`,
      value,
      allowed: 'greater than 0 m3/s',
      remedy: 'State the flow, or leave the unit out.',
    });
  };
  facility.cracs.forEach((crac, i) => {
    zeroFlow(`cracs[${i}].airFlowM3PerS`, crac.airFlowM3PerS);
  });
  facility.nodeTypes.forEach((type, i) => {
    zeroFlow(`nodeTypes[${i}].airFlowM3PerS`, type.airFlowM3PerS);
  });
  if (facility.cracs.length === 0) {
    faults.push({
      path: 'cracs',
      message: 'The room has no CRAC',
      value: [],
      allowed: 'at least one CRAC',
      remedy: 'Add a CRAC and its placement.',
    });
  }
  if (airflow.floorLeakageFraction === 0 && !airflow.layout.tiles.some((tile) => tile.opening > 0)) {
    faults.push({
      path: 'airflow.layout.tiles',
      message: 'No tile is open and the floor does not leak: the CRAC air cannot enter the room',
      value: airflow.layout.tiles.length,
      allowed: 'an open tile, or floorLeakageFraction > 0',
      remedy: 'Open a tile.',
    });
  }
  return faults;
}

function nameFaults(facility: Facility, airflow: RoomAirflow): AirflowFault[] {
  const { layout } = airflow;
  const at = 'airflow.layout';
  const faults = [
    ...duplicates(
      layout.racks.map((rack) => rack.name),
      `${at}.racks`,
      'name',
    ),
    ...duplicates(
      layout.tiles.map((tile) => tile.name),
      `${at}.tiles`,
      'name',
    ),
    ...duplicates(
      layout.aisles.map((aisle) => aisle.name),
      `${at}.aisles`,
      'name',
    ),
    ...duplicates(
      layout.cracPlacements.map((placement) => placement.crac),
      `${at}.cracPlacements`,
      'crac',
    ),
    ...duplicates(
      facility.cracs.map((crac) => crac.name),
      'cracs',
      'name',
    ),
  ];
  const placed = new Set(layout.cracPlacements.map((placement) => placement.crac));
  const cracs = new Set(facility.cracs.map((crac) => crac.name));
  facility.cracs.forEach((crac, i) => {
    if (placed.has(crac.name)) return;
    faults.push({
      path: `cracs[${i}].name`,
      message: `CRAC ${crac.name} has no placement in the room`,
      value: crac.name,
      allowed: `a name in ${at}.cracPlacements`,
      remedy: 'Add its placement.',
    });
  });
  layout.cracPlacements.forEach((placement, i) => {
    if (cracs.has(placement.crac)) return;
    faults.push({
      path: `${at}.cracPlacements[${i}].crac`,
      message: `CRAC ${placement.crac} is not defined`,
      value: placement.crac,
      allowed: 'a name of cracs',
      remedy: 'Correct the name or remove the placement.',
    });
  });
  return faults;
}

function duplicates(names: readonly string[], path: string, field: string): AirflowFault[] {
  const first = new Map<string, number>();
  for (const [i, name] of names.entries()) if (!first.has(name)) first.set(name, i);
  return names.flatMap((name, i) =>
    first.get(name) === i
      ? []
      : [
          {
            path: `${path}[${i}].${field}`,
            message: `${name} is used twice`,
            value: name,
            allowed: 'a name of its own',
            remedy: 'Rename one of them.',
          },
        ],
  );
}
