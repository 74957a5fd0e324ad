import type { InfluenceMatrix } from './influence-matrix.js';

/**
 * The air that travels from sources to sinks. Arrays have one entry for each stored weight (sink, source) of an
 * influence matrix.
 */
export interface AirUnderWay {
  /** Mean time that the air takes from source to sink (tau), s, >= 0. */
  readonly meanTravelS: Float64Array;
  /** Volume of the travelling air, m3: flow of the sink x weight x tau. */
  readonly volumeM3: Float64Array;
}

/**
 * Returns the travelling air of a room.
 *
 * @param meanTravelS returns the mean travel time of a pair, from a flow field or a file, s; 0 if it is unknown
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
