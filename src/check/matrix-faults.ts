import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import type { Facility } from '../../models/facility/facility.js';
import type { Violation } from '../../models/families/violation.js';
import type { ResolvedStandby } from './resolved-plan.js';
import { type CheckedUnit, movedM3PerS, standsStill } from './units.js';
import { addFault, BALANCE_TOLERANCE, MATRIX_TOLERANCE } from './findings.js';

/** Greatest plausible rise of an inlet temperature per power of a zone, K/W (docs/decisions/physical-ranges.md). */
const MAX_K_PER_W = 100;

/** The parts of a facility with which the checker compares an influence matrix. */
export interface CheckedFacility extends Pick<Facility, 'nodeTypes' | 'nodeGroups'> {
  readonly cracs: readonly CheckedUnit[];
  readonly airflow: { readonly nodeAirflowFactor: number };
}

/**
 * Checks that an influence matrix belongs to a facility and is consistent; adds violations. Returns false if no
 * temperatures can be computed from the matrix.
 *
 * Shapes, names, node counts and air flows must be those of the facility. Weights must be finite and >= 0, rows must
 * sum to 1, and air must be conserved. Every zone's air must come from a working CRAC in the end. Of row sums,
 * conservation and signs, only the largest violation is reported.
 *
 * @param standby nodes on standby, which may have another air flow
 */
export function checkMatrix(
  facility: CheckedFacility,
  matrix: InfluenceMatrix,
  violations: Violation[],
  standby: readonly ResolvedStandby[] = [],
): boolean {
  const cracs = matrix.cracNames.length;
  const size = cracs + matrix.zones.length;
  if (cracs === 0) addFault(violations, 'matrix', 'no CRAC');
  if (matrix.airFlowM3PerS.length !== size) addFault(violations, 'matrix', `airFlowM3PerS is not of length ${size}`);
  const square = isSquare(matrix.weights, size);
  if (!square) addFault(violations, 'matrix', `weights are not ${size} rows of ${size} columns`);
  const shaped = cracs > 0 && matrix.airFlowM3PerS.length === size && square;
  checkNames(facility, matrix, violations);
  checkNodeCounts(facility, matrix, violations);
  if (!shaped) return false;
  const flowing = checkAirFlows(facility, matrix, violations, standby);
  if (matrix.recirculationKPerW !== undefined) {
    return checkRecirculation(matrix, matrix.recirculationKPerW, violations) && flowing;
  }
  return flowing && checkWeights(matrix, violations) && everyZoneIsCooled(facility, matrix, violations);
}

/** Returns true if the rows of a sparse matrix are in order and their column indices ascending and in range. */
function isSquare({ start, column, value }: InfluenceMatrix['weights'], size: number): boolean {
  if (start.length !== size + 1 || start[0] !== 0 || start[size] !== value.length || column.length !== value.length) {
    return false;
  }
  for (let row = 0; row < size; row += 1) {
    if (!(start[row]! <= start[row + 1]!)) return false;
    let before = -1;
    for (let n = start[row]!; n < start[row + 1]!; n += 1) {
      if (!(column[n]! > before && column[n]! < size)) return false;
      before = column[n]!;
    }
  }
  return true;
}

function checkNames(facility: CheckedFacility, matrix: InfluenceMatrix, violations: Violation[]): void {
  const known = facility.cracs.map(({ name }) => name);
  for (const name of new Set([...known, ...matrix.cracNames])) {
    const rows = matrix.cracNames.filter((row) => row === name).length;
    const units = known.filter((unit) => unit === name).length;
    if (rows !== 1 || units !== 1) addFault(violations, 'matrix', `CRAC "${name}": ${rows} rows for ${units} units`);
  }
  const nodeTypes = new Set(facility.nodeTypes.map(({ name }) => name));
  const zones = new Set<string>();
  for (const { name, nodeType } of matrix.zones) {
    if (zones.has(name)) addFault(violations, 'matrix', `zone "${name}" occurs twice`);
    zones.add(name);
    if (!nodeTypes.has(nodeType)) addFault(violations, 'matrix', `zone "${name}": unknown node type "${nodeType}"`);
  }
}

/** Checks that the zones of each rack have as many nodes of each type as the instance's node groups. */
function checkNodeCounts(facility: CheckedFacility, matrix: InfluenceMatrix, violations: Violation[]): void {
  const place = (rack: string, nodeType: string): string => JSON.stringify([rack, nodeType]);
  const wanted = new Map<string, number>();
  const found = new Map<string, number>();
  for (const { rack, nodeType, count } of facility.nodeGroups) {
    wanted.set(place(rack, nodeType), (wanted.get(place(rack, nodeType)) ?? 0) + count);
  }
  for (const { name, rack, nodeType, nodeCount } of matrix.zones) {
    if (!Number.isInteger(nodeCount) || nodeCount < 1) addFault(violations, 'matrix', `zone "${name}": no node count`);
    found.set(place(rack, nodeType), (found.get(place(rack, nodeType)) ?? 0) + nodeCount);
  }
  for (const key of new Set([...wanted.keys(), ...found.keys()])) {
    const limit = wanted.get(key) ?? 0;
    const value = found.get(key) ?? 0;
    const amount = Math.abs(value - limit);
    if (amount > 0)
      violations.push({ constraint: 'matrix', where: `nodes of ${key}`, unit: 'nodes', value, limit, amount });
  }
}

/**
 * Checks the air flows of a matrix. The flow of a CRAC must be that in the instance: none if it has failed and its fan
 * stands still, its standby air flow if another one has failed. The flow of a zone must be
 * nodeAirflowFactor times the sum of its nodes' specified air flows; a node on standby may have another specified flow.
 * A zone's flow may be 0 only if all its nodes are on standby without air and power.
 */
function checkAirFlows(
  facility: CheckedFacility,
  matrix: InfluenceMatrix,
  violations: Violation[],
  standby: readonly ResolvedStandby[],
): boolean {
  const cracs = matrix.cracNames.length;
  let flowing = true;
  const still = stillZones(matrix, standby);
  matrix.airFlowM3PerS.forEach((value, entity) => {
    const zone = matrix.zones[entity - cracs];
    const where = `air flow of ${zone?.name ?? matrix.cracNames[entity]!}`;
    if (value === 0 && zone && still.has(entity - cracs)) return;
    const unit = facility.cracs.find(({ name }) => name === matrix.cracNames[entity]);
    if (value === 0 && !zone && unit !== undefined && standsStill(unit)) return;
    if (!(value > 0 && Number.isFinite(value))) {
      addFault(violations, 'matrix', `${where} is not a positive number`);
      flowing = false;
      return;
    }
    const specified = zone
      ? facility.nodeTypes.find(({ name }) => name === zone.nodeType)?.airFlowM3PerS
      : unit && movedM3PerS(unit, facility.cracs);
    // An unknown name is reported as such.
    if (specified === undefined) return;
    let limit = specified;
    if (zone) {
      let drawn = zone.nodeCount * specified;
      for (const one of standby) {
        if (one.zone === entity - cracs) drawn += one.nodes * ((one.airFlowM3PerS ?? specified) - specified);
      }
      limit = drawn * facility.airflow.nodeAirflowFactor;
    }
    const amount = Math.abs(value - limit);
    if (!(amount <= BALANCE_TOLERANCE * limit)) {
      violations.push({ constraint: 'matrix', where, unit: 'm3/s', value, limit, amount });
    }
  });
  return flowing;
}

function stillZones({ zones }: InfluenceMatrix, standby: readonly ResolvedStandby[]): ReadonlySet<number> {
  const still = new Map<number, number>();
  for (const { zone, nodes, powerW, airFlowM3PerS } of standby) {
    if (airFlowM3PerS === 0 && powerW === 0) still.set(zone, (still.get(zone) ?? 0) + nodes);
  }
  return new Set([...still].flatMap(([zone, nodes]) => (nodes === zones[zone]!.nodeCount ? [zone] : [])));
}

/**
 * Checks a heat-recirculation matrix D (T_in = T_supply + D P). The matrix must be zones x zones, finite and not
 * negative, and there must be a single CRAC.
 */
function checkRecirculation(
  { cracNames, zones }: InfluenceMatrix,
  recirculation: InfluenceMatrix['weights'],
  violations: Violation[],
): boolean {
  const count = violations.length;
  const size = zones.length;
  if (cracNames.length !== 1)
    addFault(violations, 'matrix', `a heat-recirculation matrix with ${cracNames.length} CRACs`);
  if (!isSquare(recirculation, size)) {
    addFault(violations, 'matrix', `the heat-recirculation matrix is not ${size} rows of ${size} columns`);
  } else {
    const bad = recirculation.value.filter((kPerW) => !(kPerW >= 0 && kPerW <= MAX_K_PER_W)).length;
    if (bad > 0) addFault(violations, 'matrix', `heat-recirculation entries outside 0 to ${MAX_K_PER_W} K/W`, bad);
  }
  return violations.length === count;
}

function checkWeights(matrix: InfluenceMatrix, violations: Violation[]): boolean {
  const { weights, airFlowM3PerS } = matrix;
  const size = airFlowM3PerS.length;
  const received = new Float64Array(size);
  let nonFinite = 0;
  let [least, leastAt] = [0, 0];
  let [rowSum, rowAt] = [1, 0];
  for (let sink = 0; sink < size; sink += 1) {
    let sum = 0;
    for (let n = weights.start[sink]!; n < weights.start[sink + 1]!; n += 1) {
      const weight = weights.value[n]!;
      if (!Number.isFinite(weight)) nonFinite += 1;
      if (weight < least) [least, leastAt] = [weight, sink];
      sum += weight;
      received[weights.column[n]!]! += airFlowM3PerS[sink]! * weight;
    }
    if (Math.abs(sum - 1) > Math.abs(rowSum - 1)) [rowSum, rowAt] = [sum, sink];
  }
  if (nonFinite > 0) {
    addFault(violations, 'matrix', 'weights that are not finite numbers', nonFinite);
    return false;
  }
  let [carried, carriedAt] = [1, 0];
  for (let source = 0; source < size; source += 1) {
    if (airFlowM3PerS[source] === 0 && received[source] === 0) continue;
    const ratio = received[source]! / airFlowM3PerS[source]!;
    if (Math.abs(ratio - 1) > Math.abs(carried - 1)) [carried, carriedAt] = [ratio, source];
  }
  const add = (where: string, value: number, limit: number): void => {
    violations.push({ constraint: 'matrix', where, unit: '1', value, limit, amount: Math.abs(value - limit) });
  };
  if (least < 0) add(`negative weight in the row of ${entityName(matrix, leastAt)}`, least, 0);
  if (Math.abs(rowSum - 1) > MATRIX_TOLERANCE) add(`row sum of ${entityName(matrix, rowAt)}`, rowSum, 1);
  if (Math.abs(carried - 1) > MATRIX_TOLERANCE) {
    add(`air received from ${entityName(matrix, carriedAt)} over its air flow`, carried, 1);
  }
  return true;
}

/**
 * Checks that each zone gets air, in the end, from a working CRAC. A zone without such air would warm up without limit.
 */
function everyZoneIsCooled(
  { cracs: units }: CheckedFacility,
  matrix: InfluenceMatrix,
  violations: Violation[],
): boolean {
  const cracs = matrix.cracNames.length;
  const size = cracs + matrix.zones.length;
  const working = matrix.cracNames.map(
    (name) => !units.some((crac) => crac.name === name && crac.coolingCapacityW === 0),
  );
  // If all have failed they count as working (docs/decisions/failed-crac.md).
  const anyWorks = working.includes(true);
  const reached = new Uint8Array(size);
  for (let c = 0; c < cracs; c += 1) if (working[c] || !anyWorks) reached[c] = 1;
  const { start, column, value } = matrix.weights;
  // Row by row until nothing changes: the matrix is stored by rows, and few passes reach everything.
  for (let changed = true; changed;) {
    changed = false;
    for (let sink = 0; sink < size; sink += 1) {
      for (let n = start[sink]!; n < start[sink + 1]! && reached[sink] === 0; n += 1) {
        if (reached[column[n]!] === 1 && value[n]! > 0) {
          reached[sink] = 1;
          changed = true;
        }
      }
    }
  }
  const uncooled = matrix.zones.filter((_, z) => reached[cracs + z] === 0);
  for (const { name } of uncooled) addFault(violations, 'matrix', `zone "${name}" never draws air from a CRAC at work`);
  return uncooled.length === 0;
}

function entityName(matrix: InfluenceMatrix, entity: number): string {
  return matrix.cracNames[entity] ?? matrix.zones[entity - matrix.cracNames.length]!.name;
}
