import type { InfluenceMatrix } from './influence-matrix.js';

/**
 * Air on its way between each source and each sink: travel time and volume, by stored weight of an influence matrix
 * (sink, source).
 */
export interface AirUnderWay {
  /** Mean travel time (tau), s, at least 0. */
  readonly meanTravelS: Float64Array;
  /** Volume of the air under way (flow_sink w tau), m3. */
  readonly volumeM3: Float64Array;
}

/**
 * Returns the air under way in a room: flow times travel time of each pair.
 * @param meanTravelS tau of a pair, from a flow field or a file; 0 if it is unknown.
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
