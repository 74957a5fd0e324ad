/** Prefix of the names of recorded node hours. The name of the node type follows. */
export const HOURS_OF = 'hours ';

/** Returns the name of the recorded value that contains the node hours of a node type. */
export function hoursOf(nodeType: string): string {
  return HOURS_OF + nodeType;
}

/** Returns the name of the recorded value that contains the cost of an epoch, counted from 0. */
export function costAt(epoch: number): string {
  return `costAt${epoch}`;
}

/** Returns the name of the recorded value that contains an epoch's contribution to the lower bound. */
export function boundAt(epoch: number): string {
  return `boundAt${epoch}`;
}
