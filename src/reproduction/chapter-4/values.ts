/** Start of the names of values that hold node hours; the name of the node type follows. */
export const HOURS_OF = 'hours ';

/** Returns the name of the value that holds the node hours of a node type. */
export function hoursOf(nodeType: string): string {
  return HOURS_OF + nodeType;
}

/** Returns the name of the value that holds the cost of an epoch, counted from 0. */
export function costAt(epoch: number): string {
  return `costAt${epoch}`;
}

/** Returns the name of the value that holds the epoch's part of the bound. */
export function boundAt(epoch: number): string {
  return `boundAt${epoch}`;
}
