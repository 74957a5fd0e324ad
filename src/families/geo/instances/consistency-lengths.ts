import type { GeoInstance } from '../../../../models/problems/geo/instance.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { type LocalProblem, type PathSegment, jsonPath } from '../../../instances/problem.js';

/** Series that are spelled out have one value per epoch, no fewer and no more. */
export function seriesLengthProblems(draft: Draft<GeoInstance>): LocalProblem[] {
  const epochs = draft?.horizon?.epochs;
  if (epochs === undefined) return [];
  const wrong = (path: readonly PathSegment[], series: unknown): LocalProblem[] => lengthProblem(path, series, epochs);
  return [
    ...entries(draft?.taskTypes).flatMap(([i, task]) =>
      wrong(['taskTypes', i, 'arrivalRatePerS'], task.arrivalRatePerS),
    ),
    ...entries(draft?.dataCentres).flatMap(([d, { price, carbon, renewables }]) => {
      const at: PathSegment[] = ['dataCentres', d];
      const irradiance = renewables?.solar?.irradiance;
      const speed = renewables?.wind?.speed;
      return [
        ...(price?.source === 'series' ? wrong([...at, 'price', 'usdPerKwh'], price.usdPerKwh) : []),
        ...(carbon?.source === 'series' ? wrong([...at, 'carbon', 'gramsPerKwh'], carbon.gramsPerKwh) : []),
        ...(irradiance?.source === 'series'
          ? wrong([...at, 'renewables', 'solar', 'irradiance', 'wPerM2'], irradiance.wPerM2)
          : []),
        ...(speed?.source === 'series'
          ? [
              ...wrong([...at, 'renewables', 'wind', 'speed', 'mPerS'], speed.mPerS),
              ...wrong([...at, 'renewables', 'wind', 'speed', 'airDensityKgPerM3'], speed.airDensityKgPerM3),
            ]
          : []),
      ];
    }),
  ];
}

function lengthProblem(path: readonly PathSegment[], series: unknown, epochs: number): LocalProblem[] {
  if (!Array.isArray(series) || series.length === epochs) return [];
  const remedy =
    series.length < epochs
      ? `The horizon has ${epochs} epochs and the series ends after ${series.length}: add the missing values, or shorten horizon.epochs.`
      : `The horizon has ${epochs} epochs: cut the series to those from horizon.start on, or lengthen horizon.epochs.`;
  return [
    {
      path: jsonPath(path),
      value: `${series.length} values`,
      allowed: `${epochs} values, one per epoch of the horizon`,
      remedy,
    },
  ];
}
