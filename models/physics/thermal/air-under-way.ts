import type { InfluenceMatrix } from './influence-matrix.js';

/**
 * Air that travels between sources and sinks. Arrays have one entry for each stored weight (sink, source) of an
 * influence matrix.
 */
export interface AirUnderWay {
  /** Mean travel time tau for each stored weight (sink, source), s, at least 0. */
  readonly meanTravelS: Float64Array;
  /** Volume of the travelling air for each stored weight (sink, source), flow_sink x weight x tau, m3. */
  readonly volumeM3: Float64Array;
}

/**
 * Returns the travelling air of a room: the flow of each pair times its travel time.
 *
 * @param meanTravelS travel time of a pair, from a flow field or a file, s; 0 if it is unknown.
 */
export function airUnderWay(
  matrix: InfluenceMatrix,
  meanTravelS: (sink: number, source: number) => number,
): AirUnderWay {
  const { start, column, value } = matrix.weights;
  const times = new Float64Array(value.length);
  const volumeM3 = new Float64Array(value.length);
  for (let sink = 0; sink + 1 < start.length; sink++) {
    for (let n = start[sink]!; n < start[sink + 1]!; n++) {
      const time = meanTravelS(sink, column[n]!);
      if (!(time >= 0 && Number.isFinite(time))) throw new RangeError(`A travel time of ${time} s`);
      times[n] = time;
      volumeM3[n] = matrix.airFlowM3PerS[sink]! * value[n]! * time;
    }
  }
  return { meanTravelS: times, volumeM3 };
}
