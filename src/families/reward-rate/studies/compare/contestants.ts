import type { Fault } from '../../../../instances/fault.js';
import { labelsFault } from '../../../words.js';
import type { Method } from '../../methods/registry.js';

/** A method in one of its forms. */
export interface Contestant {
  /** Label of the form: `name`, or `name:naive`. */
  readonly label: string;
  readonly method: Method;
  /** True if the method plans without co-location (the thesis' NERR); its plan is judged with it. */
  readonly naive: boolean;
}

/** Ending of the labels of naive forms. */
const NAIVE = ':naive';

/** Method and form that a label names; undefined if it names none. */
export function contestantOf(label: string, methods: readonly Method[]): Contestant | undefined {
  const naive = label.endsWith(NAIVE);
  const name = naive ? label.slice(0, -NAIVE.length) : label;
  const method = methods.find((candidate) => candidate.name === name);
  return method === undefined ? undefined : { label, method, naive };
}

/** Model with a list of labels, of which each must name another form; null if there is none. */
export function contestantFault(labels: readonly string[], methods: readonly Method[]): Fault | null {
  const known = methods.map(({ name }) => name);
  const allowed = `${known.join(', ')}, each also with ":naive" behind it`;
  return labelsFault(labels, known, (label) => contestantOf(label, methods) !== undefined, allowed);
}
