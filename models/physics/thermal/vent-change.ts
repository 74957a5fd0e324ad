import type { TransientRoom, TransientState } from './transient.js';

/**
 * Returns a room's state just after its vents moved. Nodes and plenum keep their temperatures. Travelling air passes to
 * the new paths. Every source keeps as much of its own air as fits into its new paths. The remaining air is mixed. It
 * fills up the paths of sources that have too little air.
 *
 * No heat is lost if both rooms contain equal volumes of air. Warmer air never makes other air cooler.
 *
 * @param from room with the old vent openings
 * @param to room with the new vent openings
 */
export function afterVentChange(state: TransientState, from: TransientRoom, to: TransientRoom): TransientState {
  const cracCount = from.matrix.cracNames.length;
  const before = airBySource(from, state);
  const volumeAfter = volumeBySource(to);
  let excess = 0;
  let excessTimesC = 0;
  before.volumeM3.forEach((volume, source) => {
    const left = Math.max(0, volume - volumeAfter[source]!);
    excess += left;
    excessTimesC += left * before.meanC[source]!;
  });
  const temperature = volumeAfter.map((volume, source) => {
    const own = before.volumeM3[source]! > 0 ? before.meanC[source]! : leaving(state, source, cracCount);
    if (!(volume > before.volumeM3[source]!) || excess === 0) return own;
    const keptShare = before.volumeM3[source]! / volume;
    return keptShare * own + (1 - keptShare) * (excessTimesC / excess);
  });
  const { start, column, value } = to.matrix.weights;
  const airC = Float64Array.from(column, (source) => temperature[source]!);
  const inletC = new Float64Array(start.length - 1);
  for (let sink = 0; sink < inletC.length; sink++) {
    for (let n = start[sink]!; n < start[sink + 1]!; n++) inletC[sink]! += value[n]! * airC[n]!;
  }
  return { outletC: state.outletC.slice(), inletC, plenumC: state.plenumC.slice(), airC };
}

function volumeBySource({ matrix, air }: TransientRoom): Float64Array {
  const volume = new Float64Array(matrix.airFlowM3PerS.length);
  matrix.weights.column.forEach((source, n) => (volume[source]! += air.volumeM3[n]!));
  return volume;
}

function airBySource(room: TransientRoom, { airC }: TransientState): { volumeM3: Float64Array; meanC: Float64Array } {
  const volumeM3 = volumeBySource(room);
  const sum = new Float64Array(volumeM3.length);
  room.matrix.weights.column.forEach((source, n) => (sum[source]! += room.air.volumeM3[n]! * airC[n]!));
  return { volumeM3, meanC: sum.map((total, source) => total / volumeM3[source]!) };
}

function leaving(state: TransientState, source: number, cracCount: number): number {
  return source < cracCount ? state.plenumC[source]! : state.outletC[source - cracCount]!;
}
