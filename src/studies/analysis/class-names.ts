import type { RunClass } from './cases.js';

/** Returns a unique name for each class: family, instances and whatever else distinguishes the classes. */
export function classNames(classes: readonly RunClass[]): string[] {
  const words = classes.map((one) => [one.family, instanceWords(one)]);
  const told = words.map((own, n) => {
    const alike = classes.filter((_, other) => words[other]!.join() === own.join());
    const { unit, better, options, rules } = classes[n]!;
    const names = Object.keys(options).filter((name) => alike.some((other) => other.options[name] !== options[name]));
    return [
      ...own,
      ...names.sort().map((name) => `${name} ${String(options[name])}`),
      ...(rules !== null && alike.some((other) => other.rules !== rules) ? [rules] : []),
      ...(alike.some((other) => other.unit !== unit) ? [unit] : []),
      ...(alike.some((other) => other.better !== better) ? [`${better} is better`] : []),
    ].join(', ');
  });
  const seen = new Map<string, number>();
  return told.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

function instanceWords({ instances, hasBase, cases }: RunClass): string {
  const variants = new Set(cases.map(({ cell }) => cell['variant'])).size;
  const [first] = instances;
  if (instances.length === 1) return variants > 1 ? `${first!} and its variants` : first!;
  if (hasBase && cases.some(({ cell }) => 'variant' in cell)) return `${first!} and its variants`;
  return `${instances.length} instances like ${first!}`;
}
