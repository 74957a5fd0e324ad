/** Texts, in lower case, by which Slurm says that there is no value. */
const NOTHING: ReadonlySet<string> = new Set(['', '(null)', 'null', 'none', 'n/a', 'n/s', 'unknown']);
/** Number of MiB in the units of memory that Slurm writes behind a number. */
const MIB: Readonly<Record<string, number>> = { K: 1 / 1024, M: 1, G: 1024, T: 1024 * 1024 };
/** Memory in MiB that Slurm shows for nodes whose memory nobody configured. */
const UNSTATED_MIB = 1;
/** Signs that Slurm puts behind a state: not responding, powered down, in maintenance, and the like. */
const SUFFIX = /[*~#!%$@^+-]+$/;
/** Long forms of the short names of states. */
const LONG_STATES: Readonly<Record<string, string>> = {
  alloc: 'allocated',
  boot: 'rebooting',
  boot_issued: 'rebooting',
  comp: 'completing',
  down: 'down',
  drain: 'drained',
  drng: 'draining',
  fail: 'fail',
  failg: 'failing',
  futr: 'future',
  idle: 'idle',
  inval: 'invalid',
  maint: 'maint',
  mix: 'mixed',
  npc: 'perfctrs',
  plnd: 'planned',
  pow_dn: 'powering_down',
  pow_up: 'powering_up',
  powered_down: 'powered_down',
  power_down: 'powering_down',
  power_up: 'powering_up',
  resv: 'reserved',
  unk: 'unknown',
};
/** All states in their long forms. */
const STATES: ReadonlySet<string> = new Set([...Object.values(LONG_STATES), 'unknown', 'reboot', 'error', 'blocked']);

/** GPUs of a node: how many, and of which models, such as "a100"; of several models with their numbers. */
export interface Gpus {
  readonly gpus: number;
  readonly gpuModel: string;
}

/** Returns true for the texts by which Slurm says that there is no value. */
export function isNothing(text: string): boolean {
  return NOTHING.has(text.trim().toLowerCase());
}

/** Returns the whole number that a text states, with a plus sign behind it or not; NaN for another text. */
export function wholeOf(text: string): number {
  return /^\d{1,15}\+?$/.test(text) ? Number.parseInt(text, 10) : NaN;
}

/** Returns memory in MiB: 182272, 193000+, 178G; NaN for another text, undefined where nobody configured it. */
export function memoryMiBOf(text: string): number | undefined {
  const [, digits, unit = 'M'] =
    /^(\d{1,12}(?:\.\d+)?)([KMGT]?)(?:i?B)?\+?$/i.exec(text.replace(/([KMGT])[nc]$/i, '$1')) ?? [];
  if (digits === undefined) return NaN;
  const value = Math.round(Number(digits) * MIB[unit === '' ? 'M' : unit.toUpperCase()]!);
  return value <= UNSTATED_MIB ? undefined : value;
}

/** Returns the GPUs in a list of generic resources such as `gpu:a100:4(S:0-3),nsight:no_consume:1`. */
export function gpusOf(list: string): Gpus {
  const byModel = new Map<string, number>();
  for (const item of list.split(/,(?![^(]*\))/)) {
    const [name, ...rest] = item
      .replaceAll(/\([^)]*\)/g, '')
      .trim()
      .split(':');
    if (name?.toLowerCase() !== 'gpu') continue;
    const words = rest.filter((word) => word !== 'no_consume');
    const count = /^\d+$/.test(words.at(-1) ?? '') ? Number(words.pop()) : 1;
    const model = words.join(':');
    byModel.set(model, (byModel.get(model) ?? 0) + count);
  }
  return totalOf(byModel);
}

/** Returns the GPUs in trackable resources such as `cpu=48,mem=178G,gres/gpu=2,gres/gpu:v100=2`. */
export function gpusOfTres(tres: ReadonlyMap<string, string>): Gpus {
  const byModel = new Map<string, number>();
  for (const [name, value] of tres) {
    const model = /^gres\/gpu:(.+)$/.exec(name)?.[1];
    if (model !== undefined) byModel.set(model, wholeOf(value) || 0);
  }
  const all = wholeOf(tres.get('gres/gpu') ?? '') || 0;
  const typed = totalOf(byModel);
  return typed.gpus >= all ? typed : { gpus: all, gpuModel: typed.gpuModel };
}

function totalOf(byModel: ReadonlyMap<string, number>): Gpus {
  const models = [...byModel].filter(([, count]) => count > 0).sort(([a], [b]) => (a < b ? -1 : 1));
  const gpus = models.reduce((sum, [, count]) => sum + count, 0);
  const several = models.map(([model, count]) => `${model === '' ? 'gpu' : model}:${count}`).join('+');
  return { gpus, gpuModel: models.length > 1 ? several : (models[0]?.[0] ?? '') };
}

/** Returns trackable resources by name: `cpu=48,mem=178G`. */
export function tresOf(text: string): ReadonlyMap<string, string> {
  const items = text.split(',').map((item) => item.split('='));
  return new Map(
    items.flatMap(([name, value]) => (value === undefined ? [] : [[name!.trim(), value.trim()] as const])),
  );
}

/**
 * Returns a state in its long form without suffixes, as sinfo shows it: `mix-` is "mixed", `DOWN*+DRAIN` is "drained",
 * `IDLE+CLOUD` is "idle". Undefined for a text that is no state.
 */
export function stateOf(text: string): string | undefined {
  const [base, ...flags] = text
    .toLowerCase()
    .split('+')
    .map((word) => word.trim().replace(SUFFIX, ''));
  const state = LONG_STATES[base!] ?? base!;
  if (!STATES.has(state) && !/^power(ed|ing)_/.test(state)) return undefined;
  if (!flags.includes('drain')) return state;
  return ['allocated', 'mixed', 'completing'].includes(state) ? 'draining' : 'drained';
}
