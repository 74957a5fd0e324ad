import { upsLossW } from '../../facility/meter.js';
import { J_PER_MJ } from '../../units.js';
import { powerToRemoveW } from '../../physics/cooling/crac.js';
import { execute } from './design-point.js';
import type { Month } from './month.js';
import type { MonthSchedule } from './month-schedule.js';
import type { SetPointFrom } from './plan.js';
import type { JobsRoom, RoomOverMonth } from './room.js';

/**
 * Returns the energy and the highest temperature of a machine room over a month in which jobs run by the given
 * schedule. The room is always in steady state.
 *
 * For energy, each job draws the mean power of its design point all the time. For set-points and temperatures, it draws
 * the greatest power of its design point.
 *
 * @param durationS length of the period, s
 */
export function roomOverMonth(room: JobsRoom, month: Month, schedule: MonthSchedule, durationS: number): RoomOverMonth {
  const { idleW, riseKPerW, heatWPerW, meter, redLineC, rule, zoneNames } = room;
  const zones = zoneNames.length;
  const pieces = piecesOf(room, month, schedule);
  const untilS = schedule.pieceEndS.reduce((last, endS) => Math.max(last, endS), durationS);
  // Changes 2 q and 2 q + 1 are the start and the end of piece q.
  const { pieceStartS, pieceEndS } = schedule;
  const momentS = Float64Array.from(
    { length: 2 * pieces.length },
    (_, c) => (c % 2 === 0 ? pieceStartS : pieceEndS)[c >> 1]!,
  );
  const order = Uint32Array.from(momentS.keys()).sort((a, b) => momentS[a]! - momentS[b]! || a - b);
  const heatOf = (powerW: Float64Array): number => powerW.reduce((sum, watts, b) => sum + watts * heatWPerW[b]!, 0);
  const riseK = new Float64Array(zones);
  for (let b = 0; b < zones; b++) raise(riseK, riseKPerW, b, idleW[b]!);
  let heatW = heatOf(idleW);
  let nodePowerW = idleW.reduce((sum, watts) => sum + watts, 0);
  const idleJ = nodePowerW * untilS;
  let [jobsJ, upsLossJ, coolingJ, sinceS] = [0, 0, 0, 0];
  const hottest = { zone: '', inletC: -Infinity, atS: 0 };
  const setPoints: SetPointFrom[] = [];
  let setPointC = NaN;
  const settle = (atS: number): void => {
    const warmest = greatest(riseK);
    const nextC = rule === 'constant' ? room.setPointC : Math.min(room.setPointMaxC, redLineC - riseK[warmest]!);
    if (nextC !== setPointC) setPoints.push({ fromS: atS, setPointC: nextC });
    setPointC = nextC;
    const inletC = setPointC + riseK[warmest]!;
    if (inletC > hottest.inletC) Object.assign(hottest, { zone: zoneNames[warmest]!, inletC, atS });
  };
  const pass = (atS: number): void => {
    coolingJ += powerToRemoveW(room.cooling, heatW, setPointC) * (atS - sinceS);
    upsLossJ += upsLossW(meter, nodePowerW) * (atS - sinceS);
    sinceS = atS;
  };
  for (let k = 0; k < order.length;) {
    const atS = momentS[order[k]!]!;
    if (atS > 0 && Number.isNaN(setPointC)) settle(0);
    if (atS > 0) pass(atS);
    for (; k < order.length && momentS[order[k]!] === atS; k++) {
      const { zone, meanW, peakW } = pieces[order[k]! >> 1]!;
      const sign = order[k]! % 2 === 0 ? 1 : -1;
      heatW += sign * meanW * heatWPerW[zone]!;
      nodePowerW += sign * meanW;
      raise(riseK, riseKPerW, zone, sign * peakW);
    }
    settle(atS);
  }
  if (Number.isNaN(setPointC)) settle(0);
  pass(untilS);
  for (const [q, { meanW }] of pieces.entries()) jobsJ += meanW * (pieceEndS[q]! - pieceStartS[q]!);
  const otherJ = meter.otherLoadW * untilS;
  const totalJ = idleJ + jobsJ + upsLossJ + coolingJ + otherJ;
  return {
    untilS,
    idleJ,
    jobsJ,
    upsLossJ,
    coolingJ,
    otherJ,
    totalJ,
    valuePerMJ: totalJ > 0 ? schedule.ledger.value / (totalJ / J_PER_MJ) : null,
    setPoints,
    redLineC,
    hottest,
  };
}

/** Mean and maximum power that one piece of a job's execution adds to idle power, W. */
interface RoomPiece {
  readonly zone: number;
  readonly meanW: number;
  readonly peakW: number;
}

function piecesOf({ zoneOfNode }: JobsRoom, month: Month, schedule: MonthSchedule): RoomPiece[] {
  const typeOfNode = month.nodeTypes.flatMap(({ nodes }, n) => new Array<number>(nodes).fill(n));
  const peaks = new Map<unknown, number>();
  const { firstPiece, pieceNode, piecePoint } = schedule;
  return Array.from(month.typeOf).flatMap((type, job) =>
    Array.from({ length: firstPiece[job + 1]! - firstPiece[job]! }, (_, k): RoomPiece => {
      const q = firstPiece[job]! + k;
      const node = pieceNode[q]!;
      const n = typeOfNode[node]!;
      const { power } = month.nodeTypes[n]!;
      const point = schedule.points[type]![n]![piecePoint[q]!]!;
      if (!peaks.has(point)) peaks.set(point, greatestDynamicW(month.types[type]!.graphs[n]!, power, point));
      const meanW = point.energyJ / point.timeS - power.staticPowerW * point.cores;
      return { zone: zoneOfNode[node]!, meanW, peakW: peaks.get(point)! };
    }),
  );
}

/**
 * Returns the largest dynamic power of a job at any moment in a design, W. It is the sum over the tasks that run at
 * that moment.
 */
export function greatestDynamicW(...[graph, power, design]: Parameters<typeof execute>): number {
  const { startS, endS } = execute(graph, power, design);
  let most = 0;
  for (let at = 0; at < startS.length; at++) {
    let sumW = 0;
    for (let task = 0; task < startS.length; task++) {
      const isOn = startS[task]! <= startS[at]! && startS[at]! < endS[task]!;
      if (isOn) sumW += power.dynamicPowerW[design.levelOf[task]!]!;
    }
    most = Math.max(most, sumW);
  }
  return most;
}

/** Adds to each inlet's rise (K) the effect of `byW` more watts in a zone. */
function raise(riseK: Float64Array, riseKPerW: Float64Array, zone: number, byW: number): void {
  const from = zone * riseK.length;
  for (let k = 0; k < riseK.length; k++) riseK[k]! += riseKPerW[from + k]! * byW;
}

function greatest(values: Float64Array): number {
  let most = 0;
  for (let k = 1; k < values.length; k++) if (values[k]! > values[most]!) most = k;
  return most;
}
