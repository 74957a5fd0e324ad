/** Beginning of the name of the values that hold node hours, before the name of a node type. */
export const HOURS_OF = 'hours ';

/** Returns the name of the value with the node hours of a type. */
export function hoursOf(nodeType: string): string {
  return HOURS_OF + nodeType;
}

/** Returns the name of the cost of an epoch, from 0. */
export function costAt(epoch: number): string {
  return `costAt${epoch}`;
}

/** Returns the name of the epoch's part of the bound. */
export function boundAt(epoch: number): string {
  return `boundAt${epoch}`;
}
