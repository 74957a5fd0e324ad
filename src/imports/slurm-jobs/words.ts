import { S_PER_DAY, S_PER_H, S_PER_MIN } from '../../../models/units.js';

/** Energies from here on are no readings, J: Slurm fills the counter with ones where nothing was measured. */
const MIN_UNMEASURED_J = 2 ** 62;

/**
 * Returns a duration as Slurm writes it, s: `D-HH:MM:SS`, `HH:MM:SS`, `MM:SS`, each with fractions of seconds or not,
 * `D-HH`, `D-HH:MM`, or minutes alone. Returns null for words such as UNLIMITED or Partition_Limit, and other texts.
 */
export function durationS(text: string): number | null {
  const match = /^(?:(\d+)-)?(\d+)(?::(\d+))?(?::(\d+))?(\.\d+)?$/.exec(text);
  if (match === null) return null;
  const [first, second, third] = [match[2], match[3], match[4]].map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ];
  const fraction = Number(match[5] ?? 0);
  if (match[1] !== undefined) {
    return Number(match[1]) * S_PER_DAY + first * S_PER_H + second * S_PER_MIN + third + fraction;
  }
  if (match[4] !== undefined) return first * S_PER_H + second * S_PER_MIN + third + fraction;
  return match[3] === undefined ? first * S_PER_MIN : first * S_PER_MIN + second + fraction;
}

/** Returns a state without what may follow it: "CANCELLED by 480053" is CANCELLED, "CANCELLED+" too. */
export function stateOf(text: string): string {
  const end = text.search(/[\s+]/);
  return (end < 0 ? text : text.slice(0, end)).toUpperCase();
}

/** Returns the number of a whole number's text; null for other texts. */
export function wholeOf(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Returns an energy, J; null if it is no reading: 0, or the counter's greatest value. */
export function measuredJ(energyJ: number | null): number | null {
  return energyJ !== null && energyJ > 0 && energyJ < MIN_UNMEASURED_J ? energyJ : null;
}

/** Returns the count of a resource in a list such as `billing=12,cpu=12,mem=48000M,node=1`; null if it is not in it. */
export function tresCount(tres: string, name: string): number | null {
  const at = tres.startsWith(`${name}=`) ? 0 : tres.indexOf(`,${name}=`) + 1;
  if (at === 0 && !tres.startsWith(`${name}=`)) return null;
  const match = /^\d+/.exec(tres.slice(at + name.length + 1));
  return match === null ? null : Number(match[0]);
}

/** Returns the number of GPUs in a list of resources: `gres/gpu=2`, or the sum over types such as `gres/gpu:a100=2`. */
export function gpusOfTres(tres: string): number {
  if (!tres.includes('gres/gpu')) return 0;
  const all = tresCount(tres, 'gres/gpu');
  if (all !== null) return all;
  return [...tres.matchAll(/gres\/gpu:[^=,]*=(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Returns the number of GPUs of one node in a list of generic resources such as `gpu:2` or `gpu:a100:2(S:0-1)`. */
export function gpusOfGres(gres: string): number {
  return [...gres.matchAll(/(?:^|,)(?:gres[:/])?gpu(?::[A-Za-z][^:,(]*)?(?::(\d+))?(?=[,(]|$)/g)].reduce(
    (sum, [, count]) => sum + Number(count ?? 1),
    0,
  );
}

/** What the text of a job's number says. */
export interface JobNumber {
  readonly array: string;
  readonly isWaitingArray: boolean;
  readonly hetJob: string;
  readonly part: number;
  readonly isStep: boolean;
}

/** A job without parts. */
const PLAIN: JobNumber = { array: '', isWaitingArray: false, hetJob: '', part: 0, isStep: false };
/** A step of a job. */
const STEP: JobNumber = { ...PLAIN, isStep: true };

/** Returns what a job's number says: `12`, `12_3` and `12_[4-9]` of an array, `12+1` of a heterogeneous job, `12.0`. */
export function jobNumber(id: string): JobNumber {
  if (/^\d+$/.test(id)) return PLAIN;
  if (/^[\d_+]+(?:\[[^\]]*\])?\./.test(id)) return STEP;
  const [, array, task] = /^(\d+)_(\d+|\[.*\]?)$/.exec(id) ?? [];
  if (array !== undefined) return { ...PLAIN, array, isWaitingArray: task!.startsWith('[') };
  const [, hetJob, part] = /^(\d+)\+(\d+)$/.exec(id) ?? [];
  return hetJob === undefined ? PLAIN : { ...PLAIN, hetJob, part: Number(part) };
}
