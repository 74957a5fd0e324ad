import type { NodePower } from '../facility/node-power.js';
import type { RoomMixing } from '../facility/room-mixing.js';
import { countOf, oneLine } from '../reports/format.js';

/** Maximum number of node types or rooms printed as text; `--json` prints all. */
const MAX_NAMED = 20;

/**
 * Returns a line for each node type with the power of one node at full load and idle, W, to compare with name plates or
 * measurements. Beyond MAX_NAMED node types, a last line counts the rest.
 */
export function nodePowerLines(powers: readonly NodePower[]): string[] {
  return firstLines(powers, 'node type', (power) => {
    const { nodeType, cores, taskType, pState, idleW, fullLoadW } = power;
    const work = `${countOf(cores, 'core')}${taskType === null ? '' : ` on ${oneLine(taskType)}`} in P-state ${pState}`;
    return `${oneLine(nodeType)}: node at full load: ${watts(fullLoadW)} W (idle ${watts(idleW)} W), ${work}`;
  });
}

/**
 * Returns a line for each drawn room that says how its air mixes: as the room states, or as its cells happen to do.
 * Beyond MAX_NAMED rooms, a last line counts the rest.
 */
export function airMixingLines(rooms: readonly RoomMixing[]): string[] {
  return firstLines(rooms, 'room', ({ room, cellM: { x, y, z }, ofCells, statedM2PerS, mixedByCells = 0 }) => {
    const [low, median, high] = [ofCells.lowM2PerS, ofCells.medianM2PerS, ofCells.highM2PerS].map(twoDigits);
    const cells = `cells of ${x} x ${y} x ${z} m by themselves mix like ${low} to ${high} m2/s (median ${median})`;
    const says =
      statedM2PerS === 0
        ? `${cells}, so hot spots depend on the grid: state airflow.mixingM2PerS`
        : `mixes with at least ${statedM2PerS} m2/s; ${cells}; they mix ${Math.round(100 * mixedByCells)} % of the air more than stated`;
    return `${room === undefined ? 'air' : `air of ${oneLine(room)}`}: ${says}`;
  });
}

function firstLines<Item>(items: readonly Item[], noun: string, line: (item: Item) => string): string[] {
  const lines = items.slice(0, MAX_NAMED).map(line);
  const rest = items.length - lines.length;
  return rest === 0 ? lines : [...lines, `${countOf(rest, `more ${noun}`)} (--json has all)`];
}

/** Returns a power as text: in whole watts from 1,000 W, otherwise with at most four significant digits. */
function watts(value: number): string {
  return value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(4)));
}

function twoDigits(value: number): string {
  return String(Number(value.toPrecision(2)));
}
