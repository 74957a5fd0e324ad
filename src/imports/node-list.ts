/**
 * Maximum number of names of one node list. Our choice: the largest machines have about 160,000 nodes, and a mistyped
 * range must not fill the memory.
 */
const MAX_NAMES = 200_000;
/** Maximum number of digits of a number in a range: more are not exact as numbers. */
const MAX_DIGITS = 15;

/** What Slurm writes in place of a node list if there are no nodes. */
const NO_NODES: readonly string[] = ['None assigned', '(null)', 'None', 'N/A'];

/** Names of a node list, or what is wrong with it as a sentence part. */
export type NodeNames =
  | { readonly ok: true; readonly names: readonly string[] }
  | { readonly ok: false; readonly fault: string };

/**
 * Returns the names of a node list as Slurm writes it: `n[001-003,7],m[1-2,4]-ib` are n001, n002, n003, n7, m1-ib, m2-ib
 * and m4-ib. An item may have several brackets; the last one varies fastest. A name that occurs twice is returned twice.
 * "None assigned" and the like are no names.
 */
export function nodeNames(list: string): NodeNames {
  const names: string[] = [];
  if (NO_NODES.includes(list.trim())) return { ok: true, names };
  for (const item of itemsOf(list)) {
    let ofItem = [''];
    for (const [, plain, bracket] of item.matchAll(/([^[\]]+)|\[([^[\]]*)\]/g)) {
      const parts = plain === undefined ? numbersOf(bracket!) : [plain];
      if (typeof parts === 'string') return { ok: false, fault: parts };
      if (names.length + ofItem.length * parts.length > MAX_NAMES) {
        return { ok: false, fault: `node list of more than ${MAX_NAMES} names` };
      }
      ofItem = ofItem.flatMap((start) => parts.map((part) => start + part));
    }
    if (/[[\]]/.test(item.replaceAll(/\[[^[\]]*\]/g, ''))) {
      return { ok: false, fault: 'node list with a bracket that is not closed or not opened' };
    }
    for (const name of ofItem) names.push(name);
  }
  return { ok: true, names };
}

/** Returns the items of a list: it is cut at the commas outside brackets. Empty items are left out. */
function itemsOf(list: string): string[] {
  const items: string[] = [];
  let from = 0;
  let isInside = false;
  for (let at = 0; at <= list.length; at += 1) {
    const sign = list[at];
    if (sign === '[') isInside = true;
    else if (sign === ']') isInside = false;
    if (at < list.length && (sign !== ',' || isInside)) continue;
    const item = list.slice(from, at).trim();
    if (item !== '') items.push(item);
    from = at + 1;
  }
  return items;
}

/** Returns the numbers of a bracket as written, such as 001, 002 and 7 for `001-002,7`; a text says what is wrong. */
function numbersOf(bracket: string): string[] | string {
  const numbers: string[] = [];
  for (const range of bracket.split(',')) {
    const [, low, high = low] = /^(\d+)(?:-(\d+))?$/.exec(range.trim()) ?? [];
    if (low === undefined || high === undefined) return 'node list with a range that is no number or pair of numbers';
    if (Math.max(low.length, high.length) > MAX_DIGITS) return `node list with more than ${MAX_DIGITS} digits in a row`;
    const [from, to] = [Number(low), Number(high)];
    if (to < from) return 'node list with a range that descends';
    if (numbers.length + to - from >= MAX_NAMES) return `node list of more than ${MAX_NAMES} names`;
    for (let number = from; number <= to; number += 1) numbers.push(String(number).padStart(low.length, '0'));
  }
  return numbers;
}
