/** Prefix of the names of recorded node hours, before the node type. */
export const HOURS_OF = 'hours ';

/** Returns the name of the recorded node hours of a node type. */
export function hoursOf(nodeType: string): string {
  return HOURS_OF + nodeType;
}

/** Returns the name of the derived cost of an epoch, from 0. */
export function costAt(epoch: number): string {
  return `costAt${epoch}`;
}

/** Returns the name of the derived contribution of an epoch to the lower bound. */
export function boundAt(epoch: number): string {
  return `boundAt${epoch}`;
}
