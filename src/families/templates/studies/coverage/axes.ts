import type { TemplatesModel, TemplateState } from '../../../../../models/families/templates/model.js';
import type { FoundState } from '../../../../../models/families/templates/states.js';
import type { RandomStream } from '../../../../random/stream.js';

/** Axis of the grid of states: its values, the range in which templates are used, and its value in a state. */
export interface GridAxis {
  readonly name: string;
  readonly values: readonly number[];
  /** Lower end of the range for which the axis' values are used: half a step below the first value, but at least 0. */
  readonly low: number;
  /**
   * Upper end of the range for which the axis' values are used: half a step above the last value. For running cores it
   * is at most the number of cores of the quadrant.
   */
  readonly high: number;
  readonly isWhole: boolean;
  readonly of: (state: FoundState) => number;
  readonly put: (state: TemplateState, value: number) => TemplateState;
}

/** Returns the axes of states in numbering order: arriving work, running cores by quadrant, power limit. */
export function gridAxes({ instance, quadrants }: TemplatesModel): GridAxis[] {
  const { arrivingWorkPerS, runningCores, powerLimitW } = instance.grid;
  return [
    {
      name: 'arriving work',
      ...rangeOf(arrivingWorkPerS, Infinity),
      isWhole: false,
      of: (state) => state.arrivingWorkPerS,
      put: (state, value) => ({ ...state, arrivingWorkPerS: value }),
    },
    ...runningCores.map((values, q): GridAxis => {
      const { name, cores } = quadrants[q]!;
      return {
        name: `running cores of ${name}`,
        ...rangeOf(values, cores),
        isWhole: true,
        of: (state) => state.runningCores[q]!,
        put: (state, value) => ({ ...state, runningCores: state.runningCores.with(q, value) }),
      };
    }),
    {
      name: 'power limit',
      ...rangeOf(powerLimitW, Infinity),
      isWhole: false,
      of: (state) => state.powerLimitW,
      put: (state, value) => ({ ...state, powerLimitW: value }),
    },
  ];
}

function rangeOf(values: readonly number[], most: number): Pick<GridAxis, 'values' | 'low' | 'high'> {
  const [first, last] = [values[0]!, values.at(-1)!];
  const below = values.length > 1 ? (values[1]! - first) / 2 : 0;
  const above = values.length > 1 ? (last - values.at(-2)!) / 2 : 0;
  return { values, low: Math.max(0, first - below), high: Math.min(most, last + above) };
}

/** Returns a random state, with values drawn uniformly from the ranges `low` to `high` of the axes. */
export function drawnState(axes: readonly GridAxis[], { uniform, integer }: RandomStream): TemplateState {
  const values = axes.map(({ low, high, isWhole }) =>
    isWhole ? integer(Math.ceil(low), Math.floor(high)) : low === high ? low : uniform(low, high),
  );
  return { index: -1, arrivingWorkPerS: values[0]!, runningCores: values.slice(1, -1), powerLimitW: values.at(-1)! };
}

/**
 * Returns the value to which `found` would be rounded if the axis had twice as many values. It is the middle of that
 * half of the range of `nearest` in which `found` lies. Null for an axis of one value.
 */
export function halvedValue({ values, low, high, isWhole }: GridAxis, nearest: number, found: number): number | null {
  const k = values.indexOf(nearest);
  if (values.length === 1 || k < 0) return null;
  const from = k === 0 ? low : (values[k - 1]! + nearest) / 2;
  const to = k === values.length - 1 ? high : (nearest + values[k + 1]!) / 2;
  const middle = found < nearest ? (from + nearest) / 2 : (nearest + to) / 2;
  return isWhole ? Math.round(middle) : middle;
}
