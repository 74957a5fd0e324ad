import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { hasStandby } from '../../../../models/families/templates/standby.js';
import type { Template, TemplateBinding } from '../../../../models/families/templates/template.js';
import type { SolvedTemplate } from './chunks.js';
import { parseProofs, proofsLine } from './proof-line.js';
import { ROUNDING_RULES, type CoresFigures } from './result.js';

/**
 * Statuses by their number in a line. A line stores a solved chunk with exact figures; damage must be detected by its
 * store.
 */
const STATUSES: readonly Template['status'][] = ['optimal', 'infeasible'];
/** Bindings by their number in a line. */
export const BINDINGS: readonly TemplateBinding[] = [
  'work',
  'power',
  'saturated',
  'outlet',
  'none',
  'infeasible-power',
  'infeasible-outlet',
];

/**
 * Number of figures stored per template: state, status, binding, vents; set-point, work, power, quotient, bound,
 * outlet; work, power, outlet of the cores of each rule.
 */
const FIGURES = 10 + 3 * ROUNDING_RULES.length;
/** Length of a figure, bytes: a double. */
const BYTES_PER_FIGURE = 8;
/** Length of a number of cores, bytes: a whole number of 32 bits. */
const BYTES_PER_CORES = 4;

/** Length of a number of nodes, bytes; only with standby. */
const BYTES_PER_NODES = 4;

/** Shape of the templates of a line. */
export interface LineShape {
  readonly blockCount: number;
  /** True if each template has numbers of running nodes. */
  readonly hasAwakeNodes: boolean;
}

export function lineShape(model: TemplatesModel): LineShape {
  return { blockCount: model.blocks.length, hasAwakeNodes: hasStandby(model) };
}

function bytesPerTemplate({ blockCount, hasAwakeNodes }: LineShape): number {
  const perBlock = BYTES_PER_FIGURE + BYTES_PER_CORES + (hasAwakeNodes ? BYTES_PER_NODES : 0);
  return FIGURES * BYTES_PER_FIGURE + blockCount * perBlock;
}

export function chunkLine(chunk: number, solved: readonly SolvedTemplate[]): string {
  const { utilisation, awakeNodes } = solved[0]!.template;
  const shape: LineShape = { blockCount: utilisation.length, hasAwakeNodes: awakeNodes !== undefined };
  const data = Buffer.alloc(solved.length * bytesPerTemplate(shape));
  let at = 0;
  for (const { template, figures } of solved) {
    const { state, status, binding, vents, setPointC, workPerS, powerW } = template;
    const { tasksPerJ, boundTasksPerJ, hottestOutletC } = template;
    const codes = [state, STATUSES.indexOf(status), BINDINGS.indexOf(binding), vents];
    const own = [setPointC, workPerS, powerW, tasksPerJ, boundTasksPerJ, hottestOutletC];
    const ofCores = ROUNDING_RULES.flatMap((rule) => {
      const effect = figures[rule];
      return [effect.workPerS, effect.powerW, effect.hottestOutletC];
    });
    for (const value of [...codes, ...own, ...ofCores]) at = data.writeDoubleLE(value, at);
    for (const value of template.utilisation) at = data.writeDoubleLE(value, at);
    for (const value of template.allowableCores) at = data.writeInt32LE(value, at);
    for (const value of template.awakeNodes ?? []) at = data.writeInt32LE(value, at);
  }
  const proofs = proofsLine(solved);
  return JSON.stringify({ chunk, data: data.toString('base64'), ...(proofs === null ? {} : { proofs }) });
}

/** Returns the templates of a line; null if they are not those of `states` in order. */
export function parseChunkLine(
  line: string,
  statesOf: (chunk: number) => readonly number[] | null,
  shape: LineShape,
): { readonly chunk: number; readonly solved: readonly SolvedTemplate[] } | null {
  const parsed = parsedLine(line);
  if (parsed === null) return null;
  const { chunk, data } = parsed;
  const proofs = parsed.proofs === undefined ? null : parseProofs(parsed.proofs);
  if (parsed.proofs !== undefined && proofs?.length !== statesOf(chunk)?.length) return null;
  const states = statesOf(chunk);
  if (states === null || data.length !== states.length * bytesPerTemplate(shape)) return null;
  const size = bytesPerTemplate(shape);
  const solved = states.map((_, k): SolvedTemplate => {
    const one = solvedAt(data.subarray(k * size, (k + 1) * size), shape);
    const proof = proofs?.[k] ?? null;
    return proof === null ? one : { ...one, template: { ...one.template, proof } };
  });
  return { chunk, solved };
}

function parsedLine(line: string): { readonly chunk: number; readonly data: Buffer; readonly proofs?: unknown } | null {
  try {
    const { chunk, data, proofs } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    if (typeof chunk !== 'number' || typeof data !== 'string') return null;
    return { chunk, data: Buffer.from(data, 'base64'), ...(proofs === undefined ? {} : { proofs }) };
  } catch {
    return null;
  }
}

function solvedAt(data: Buffer, { blockCount, hasAwakeNodes }: LineShape): SolvedTemplate {
  const figure = (k: number): number => data.readDoubleLE(k * BYTES_PER_FIGURE);
  const coresFrom = (FIGURES + blockCount) * BYTES_PER_FIGURE;
  const nodesFrom = coresFrom + blockCount * BYTES_PER_CORES;
  const awakeNodes = (): Int32Array =>
    Int32Array.from({ length: blockCount }, (_, b) => data.readInt32LE(nodesFrom + b * BYTES_PER_NODES));
  const ofCores = (k: number): CoresFigures => ({
    workPerS: figure(10 + 3 * k),
    powerW: figure(11 + 3 * k),
    hottestOutletC: figure(12 + 3 * k),
  });
  const template: Template = {
    state: figure(0),
    status: STATUSES[figure(1)]!,
    binding: BINDINGS[figure(2)]!,
    vents: figure(3),
    setPointC: figure(4),
    workPerS: figure(5),
    powerW: figure(6),
    tasksPerJ: figure(7),
    boundTasksPerJ: figure(8),
    hottestOutletC: figure(9),
    utilisation: Float64Array.from({ length: blockCount }, (_, b) => figure(FIGURES + b)),
    allowableCores: Int32Array.from({ length: blockCount }, (_, b) =>
      data.readInt32LE(coresFrom + b * BYTES_PER_CORES),
    ),
    ...(hasAwakeNodes ? { awakeNodes: awakeNodes() } : {}),
  };
  return { template, figures: { safe: ofCores(0), ceiling: ofCores(1) } };
}
