import { relativeGap } from '../runs/relative-gap.js';
import type { TrajectoryPoint } from '../runs/result.js';

/**
 * Returns callbacks that rewrite and clear a progress line on stderr. They do nothing unless stderr is a terminal.
 *
 * @param unit unit of the bounds and values; '' for the objective's unit. With another unit no gap is shown, because it
 * would differ from the gap of the result.
 */
export function progressLine(unit = ''): {
  readonly show: (point: TrajectoryPoint, unitOfPoint?: string) => void;
  readonly clear: () => void;
} {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show(point, unitOfPoint = unit) {
      const { bound, incumbent } = point;
      const shown = (value: number | null): string =>
        (value === null || unitOfPoint === '' ? '' : `${unitOfPoint} `) + number(value);
      const share = bound === null || incumbent === null || unitOfPoint !== '' ? null : relativeGap(bound, incumbent);
      const gap = share === null ? '' : `  gap ${(100 * share).toPrecision(3)} %`;
      const text = `${point.timeS.toFixed(1)} s  ${point.phase}  bound ${shown(bound)}  best ${shown(incumbent)}${gap}`;
      stderr.write(`\r\u001b[2K${text.slice(0, Math.max(20, (stderr.columns || 80) - 1))}`);
    },
    clear() {
      stderr.write('\r\u001b[2K');
    },
  };
}

function number(value: number | null): string {
  return value === null ? '-' : value.toPrecision(7);
}
