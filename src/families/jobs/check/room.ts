import type { Crac, Facility } from '../../../../models/facility/facility.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { FacilityPlatform, JobsInstance, RoomOptions } from '../../../../models/families/jobs/instance.js';
import type { JobsPlan, PlannedPoint, PlannedRoom } from '../../../../models/families/jobs/plan.js';
import type { Faults } from '../../../check/faults.js';
import { POWER_TOLERANCE_W, TEMPERATURE_TOLERANCE_C } from '../../../check/findings.js';
import { cracPowerW } from '../../../check/power.js';
import { upsInputW } from '../../../check/ups.js';
import { steadyTemperatures } from '../../../check/temperatures.js';
import { raise, type Worst } from '../../../check/worst.js';
import { TOLERANCES } from './limits.js';
import { type CheckedNodeType, checkedPlatform } from './platform.js';

/** Heat capacity of a cubic metre of air, J/(m3 K), used if the facility states none: dry air at 20 C. */
const DEFAULT_HEAT_PER_M3_K = 1.204 * 1006;
/**
 * Power given to one thermal zone at a time to compute its effect on temperatures, W. Our choice: large, so that the
 * error of the computed temperatures is negligible.
 */
const PROBE_W = 1e6;

/** Effect of 1 W in one zone: temperature rise of each zone's inlet (K) and heat removed by each working CRAC (W). */
interface ZoneResponse {
  readonly riseK: Float64Array;
  readonly heatW: Float64Array;
}

/** Verdict on temperatures and energy of the machine room over the month. */
export interface RoomVerdict {
  /** Energy by use, J, from time 0 to the end of the month or the end of the last job, whichever is later. */
  readonly energyByPart: Readonly<Record<'nodesJ' | 'upsLossJ' | 'coolingJ' | 'otherJ', number>>;
  /** Names of the CRACs at work. */
  readonly cracNames: readonly string[];
  /** Highest inlet temperature of any zone at any time, C, with every job at its peak power. */
  readonly hottestInletC: number;
  /** Zone and time of the highest inlet temperature. */
  readonly hottestInletAt: string;
}

/**
 * Change of a thermal zone's power when a piece of a run starts or ends, W. It is stated for the mean power and for the
 * peak power that the job adds to an idle node.
 */
interface Change {
  readonly atS: number;
  readonly zone: number;
  readonly meanW: number;
  readonly peakW: number;
}

/**
 * Judges the machine room under a plan with valid runs (docs/jobs/room.md). Checks that set-points are within the
 * CRACs' ranges. Checks that inlet temperatures and the heat of each CRAC never exceed their limits, and that energy is
 * as claimed.
 *
 * @param matrix influence matrix of the facility's air; null if there is none
 */
export function checkRoom(
  instance: JobsInstance,
  plan: JobsPlan,
  matrix: InfluenceMatrix | null,
  faults: Faults,
): RoomVerdict | null {
  const { platform, period } = instance;
  const { room } = plan;
  if (platform.source !== 'facility' || platform.room === undefined) {
    if (room !== undefined) faults.add('plan', () => 'room: the instance asks for none');
    return null;
  }
  if (room === undefined || matrix === null) {
    faults.add('plan', () =>
      room === undefined ? 'room: missing, the instance asks for it' : 'room: its air is not known',
    );
    return null;
  }
  const atWork = cracsAtWork(platform.facility, matrix);
  const working = atWork.map((c) => platform.facility.cracs.find(({ name }) => name === matrix.cracNames[c])!);
  if (!judgeSetPoints(platform.room, working, room, faults)) return null;
  const responses = responsesOf(platform.facility, matrix, atWork);
  if (responses === null) {
    faults.add('plan', () => 'room: its temperatures cannot be computed');
    return null;
  }
  const untilS = plan.runs.reduce(
    (last, { pieces }) => pieces.reduce((most, { endS }) => Math.max(most, endS), last),
    period.durationS,
  );
  if (!(Math.abs(room.untilS - untilS) <= TOLERANCES.sum.value * untilS)) {
    faults.add('claim', () => 'room.untilS', { unit: 's', value: room.untilS, limit: untilS });
  }
  const changes = changesOf(plan, checkedPlatform(instance).nodeTypes, matrix);
  const verdict = judgeMonth({ platform, room, matrix, atWork, responses, untilS }, changes, faults);
  const energyJ = Object.values(verdict.energyByPart).reduce((sum, joules) => sum + joules, 0);
  if (!(Math.abs(room.energyJ - energyJ) <= TOLERANCES.sum.value * energyJ)) {
    faults.add('roomEnergy', () => 'room.energyJ', { unit: 'J', value: room.energyJ, limit: energyJ });
  }
  return verdict;
}

/**
 * Returns the indices, in the influence matrix, of the CRACs that have not failed. If all have failed, returns the
 * indices of all.
 */
function cracsAtWork({ cracs }: Facility, { cracNames }: InfluenceMatrix): number[] {
  const works = (name: string): boolean => cracs.find((crac) => crac.name === name)?.coolingCapacityW !== 0;
  const places = [...cracNames.keys()].filter((c) => works(cracNames[c]!));
  return places.length > 0 ? places : [...cracNames.keys()];
}

/**
 * Checks the set-points of the plan. Returns false if their times are out of order: then the month cannot be simulated.
 */
function judgeSetPoints(
  asked: RoomOptions,
  working: readonly Crac[],
  { setPoints }: PlannedRoom,
  faults: Faults,
): boolean {
  const { setPoints: rule = 'constant', setPointC: given } = asked;
  if (setPoints[0]?.fromS !== 0) faults.add('setPoint', () => 'room.setPoints: the first is from 0 s');
  if (rule === 'constant' && setPoints.length !== 1) {
    const passed = { unit: 'count', value: setPoints.length, limit: 1 };
    faults.add('setPoint', () => 'room.setPoints: one for the whole month', passed);
  }
  let isOrdered = setPoints[0]?.fromS === 0;
  for (const [n, { fromS, setPointC }] of setPoints.entries()) {
    if (n > 0 && !(fromS > setPoints[n - 1]!.fromS)) {
      isOrdered = false;
      faults.add('setPoint', () => `room.setPoints[${n}]: from ${fromS} s, after ${setPoints[n - 1]!.fromS} s`);
    }
    for (const { name, setPointMinC, setPointMaxC } of working) {
      const limit = setPointC < setPointMinC ? setPointMinC : setPointMaxC;
      const isWithin =
        setPointC >= setPointMinC - TEMPERATURE_TOLERANCE_C && setPointC <= setPointMaxC + TEMPERATURE_TOLERANCE_C;
      if (isWithin) continue;
      faults.add('setPoint', () => `${name} from ${fromS} s`, { unit: 'C', value: setPointC, limit });
    }
    if (given !== undefined && setPointC !== given) {
      faults.add('setPoint', () => `room.setPoints[${n}]`, { unit: 'C', value: setPointC, limit: given });
    }
  }
  return isOrdered;
}

/** Returns the effect of 1 W in each zone on all inlets and CRACs; null if temperatures do not converge. */
function responsesOf(
  { air }: Facility,
  matrix: InfluenceMatrix,
  atWork: readonly number[],
): readonly ZoneResponse[] | null {
  const heatPerM3K = air === undefined ? DEFAULT_HEAT_PER_M3_K : air.densityKgPerM3 * air.heatCapacityJPerKgK;
  const working = new Set(atWork);
  const failed = new Set([...matrix.cracNames.keys()].filter((c) => !working.has(c)));
  const setPointsC = matrix.cracNames.map(() => 0);
  const responses: ZoneResponse[] = [];
  for (const zone of matrix.zones.keys()) {
    const zoneW = new Float64Array(matrix.zones.length);
    zoneW[zone] = PROBE_W;
    const found = steadyTemperatures(matrix, setPointsC, zoneW, heatPerM3K, failed);
    if (found === null) return null;
    responses.push({
      riseK: found.zoneInletC.map((inletC) => inletC / PROBE_W),
      heatW: Float64Array.from(atWork, (c) => found.cracHeatW[c]! / PROBE_W),
    });
  }
  return responses;
}

/**
 * Returns the power changes caused by the pieces of a plan, by time. Nodes of a type are numbered zone by zone in the
 * order of the matrix.
 */
function changesOf(plan: JobsPlan, nodeTypes: readonly CheckedNodeType[], { zones }: InfluenceMatrix): Change[] {
  const zonesOf = new Map<string, number[]>();
  for (const [z, { nodeType, nodeCount }] of zones.entries()) {
    const own = zonesOf.get(nodeType) ?? [];
    for (let node = 0; node < nodeCount; node++) own.push(z);
    zonesOf.set(nodeType, own);
  }
  const added = plan.points.map((point) =>
    addedPower(
      point,
      nodeTypes.find(({ name }) => name === point.nodeType)!,
    ),
  );
  const changes = plan.runs.flatMap(({ pieces }) =>
    pieces.flatMap(({ node, point, startS, endS }): Change[] => {
      const { meanW, peakW } = added[point]!;
      const zone = zonesOf.get(plan.points[point]!.nodeType)![node]!;
      return [
        { atS: startS, zone, meanW, peakW },
        { atS: endS, zone, meanW: -meanW, peakW: -peakW },
      ];
    }),
  );
  return changes.sort((a, b) => a.atS - b.atS);
}

/**
 * Returns the power that a job at a design point adds to an idle node, W: mean (dynamic energy / response time) and
 * peak.
 */
function addedPower(
  { tasks, timeS }: PlannedPoint,
  { dynamicW }: CheckedNodeType,
): { readonly meanW: number; readonly peakW: number } {
  let [dynamicJ, peakW] = [0, 0];
  for (const { level, startS, endS } of tasks) {
    dynamicJ += (endS - startS) * dynamicW[level]!;
    let togetherW = 0;
    for (const other of tasks) if (other.startS <= startS && startS < other.endS) togetherW += dynamicW[other.level]!;
    peakW = Math.max(peakW, togetherW);
  }
  return { meanW: dynamicJ / timeS, peakW };
}

interface Judged {
  readonly platform: FacilityPlatform;
  readonly room: PlannedRoom;
  readonly matrix: InfluenceMatrix;
  readonly atWork: readonly number[];
  readonly responses: readonly ZoneResponse[];
  readonly untilS: number;
}

/**
 * Computes temperatures and energy over the month and reports violated limits. Returns energy by use and the hottest
 * inlet.
 */
function judgeMonth(judged: Judged, changes: readonly Change[], faults: Faults): RoomVerdict {
  const { platform, room, matrix, atWork, responses, untilS } = judged;
  const { facility } = platform;
  const { otherLoadW = 0, coolingPerformance } = facility;
  const idleW = Float64Array.from(matrix.zones, ({ nodeType, nodeCount }) => {
    const { idlePowerW, psuEfficiency = 1 } = facility.nodeTypes.find(({ name }) => name === nodeType)!;
    return (nodeCount * idlePowerW) / psuEfficiency;
  });
  const inlets = Array.from(idleW, (): Worst => ({ value: -Infinity, atS: 0 }));
  const heats = atWork.map((): Worst => ({ value: -Infinity, atS: 0 }));
  // Sums at the present moment: power of nodes on the mean; rises of inlets and heat of CRACs, by the greatest power of jobs, and heat on the mean.
  let nodesW = 0;
  const riseK = new Float64Array(idleW.length);
  const [heatPeakW, heatMeanW] = [new Float64Array(atWork.length), new Float64Array(atWork.length)];
  const add = (zone: number, byMeanW: number, byPeakW: number): void => {
    nodesW += byMeanW;
    responses[zone]!.riseK.forEach((perW, k) => (riseK[k]! += perW * byPeakW));
    responses[zone]!.heatW.forEach((perW, c) => {
      heatPeakW[c]! += perW * byPeakW;
      heatMeanW[c]! += perW * byMeanW;
    });
  };
  idleW.forEach((watts, zone) => {
    add(zone, watts, watts);
  });
  const borders = [...new Set([...room.setPoints.map(({ fromS }) => fromS), ...changes.map(({ atS }) => atS), untilS])];
  borders.sort((a, b) => a - b);
  const energyByPart = { nodesJ: 0, upsLossJ: 0, coolingJ: 0, otherJ: 0 };
  let [change, step] = [0, 0];
  for (const [n, fromS] of borders.entries()) {
    for (; change < changes.length && changes[change]!.atS === fromS; change++) {
      const { zone, meanW, peakW } = changes[change]!;
      add(zone, meanW, peakW);
    }
    while (step + 1 < room.setPoints.length && room.setPoints[step + 1]!.fromS <= fromS) step++;
    const { setPointC } = room.setPoints[step]!;
    inlets.forEach((worst, k) => {
      raise(worst, setPointC + riseK[k]!, fromS);
    });
    heats.forEach((worst, c) => {
      raise(worst, heatPeakW[c]!, fromS);
    });
    const coolingW = heatMeanW.reduce((sum, heatW) => sum + cracPowerW(heatW, setPointC, coolingPerformance), 0);
    const lengthS = Math.min(borders[n + 1] ?? untilS, untilS) - fromS;
    if (!(lengthS > 0)) continue;
    energyByPart.nodesJ += nodesW * lengthS;
    energyByPart.upsLossJ += (upsInputW(facility, nodesW) - nodesW) * lengthS;
    energyByPart.coolingJ += coolingW * lengthS;
    energyByPart.otherJ += otherLoadW * lengthS;
  }
  const limitC = platform.room!.redLineC;
  inlets.forEach(({ value, atS }, k) => {
    if (value <= limitC + TEMPERATURE_TOLERANCE_C) return;
    faults.add('redLine', () => `${matrix.zones[k]!.name} at ${atS} s`, { unit: 'C', value, limit: limitC });
  });
  heats.forEach(({ value, atS }, c) => {
    const name = matrix.cracNames[atWork[c]!]!;
    const limit = facility.cracs.find((crac) => crac.name === name)?.coolingCapacityW ?? Infinity;
    if (value <= limit + POWER_TOLERANCE_W) return;
    faults.add('coolingCapacity', () => `${name} at ${atS} s`, { unit: 'W', value, limit });
  });
  const hottest = inlets.reduce((most, { value }, k) => (value > inlets[most]!.value ? k : most), 0);
  return {
    energyByPart,
    cracNames: atWork.map((c) => matrix.cracNames[c]!),
    hottestInletC: inlets[hottest]!.value,
    hottestInletAt: matrix.zones[hottest]!.name,
  };
}
