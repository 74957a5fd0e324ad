import { didYouMean } from '../../instances/nearest-name.js';
import type { Quarantine } from '../quarantine.js';
import type { SourceFile } from '../source-file.js';
import { nodeNames } from '../node-list.js';
import type { NodeTable } from './node-table.js';
import { fieldOf, type NodeField, type NodeTexts, statedNode } from './stated-node.js';

/** Keys of a line of nodes in slurm.conf (manual of Slurm 24.11, "NODE CONFIGURATION", and the older Feature, Procs). */
const CONF_KEYS: readonly string[] = (
  'NodeName NodeHostname NodeAddr BcastAddr Boards CoreSpecCount CoresPerSocket CpuBind CPUs CpuSpecList Features ' +
  'Feature Gres MemSpecLimit Port Procs RealMemory Reason RestrictedCoresPerGPU Sockets SocketsPerBoard State ' +
  'ThreadsPerCore TmpDisk Topology Weight'
).split(' ');
/** Maximum number of remarks on lines of slurm.conf that are told one by one. Our choice. */
const MAX_REMARKS = 20;

/** What the readers of the forms of nodes share. */
export interface NodesAsked {
  readonly source: SourceFile;
  readonly table: NodeTable;
  readonly quarantine: Quarantine;
  /** Takes a sentence on what is valid but probably not intended. */
  readonly warn: (sentence: string) => void;
}

/** Returns true if a text is a configuration file of Slurm rather than output of scontrol. */
export function isSlurmConf(head: string): boolean {
  const isConf = /^\s*(?:#|PartitionName\s*=|ClusterName\s*=|SlurmUser\s*=|SlurmctldHost\s*=|ControlMachine\s*=)/im;
  return isConf.test(head) || /^\s*NodeName\s*=\s*(?:DEFAULT\b|\S*\[)/im.test(head);
}

/** Reads what `scontrol show node` prints, in blocks or with -o in lines. */
export async function readScontrol({ source, table, quarantine }: NodesAsked): Promise<void> {
  let record = '';
  let recordLine = 0;
  const take = (): void => {
    if (record === '') return;
    const texts = textsOf(record);
    const stated = statedNode(texts);
    const fault = typeof stated === 'string' ? stated : table.add(texts.get('hosts') ?? '', stated);
    if (fault !== null) quarantine.add(fault, source.file, recordLine, record);
  };
  for await (const { first, texts } of source.lines()) {
    for (const [n, line] of texts.entries()) {
      if (/^\s*NodeName=/i.test(line)) {
        take();
        [record, recordLine] = [line.trim(), first + n];
      } else if (record !== '' && /^\s+\S/.test(line)) record += ` ${line.trim()}`;
      else if (line.trim() !== '') quarantine.add('line outside of a node', source.file, first + n, line);
    }
  }
  take();
}

/** Reads the lines of nodes and partitions of slurm.conf; those named DEFAULT are inherited by the lines below them. */
export async function readSlurmConf(asked: NodesAsked): Promise<void> {
  const { source, table, quarantine } = asked;
  const defaults = { node: new Map<NodeField, string>(), partition: new Map<string, string>() };
  const partitions: { readonly name: string; readonly nodes: string; readonly line: number }[] = [];
  const remarks: string[] = [];
  for await (const { line, text } of statements(source)) {
    const remark = (sentence: string): void => void remarks.push(`${source.file} line ${line}: ${sentence}`);
    if (/==/.test(text)) remark('two equals signs in a row are read as one');
    const pairs = pairsOf(text);
    const [kind, name] = pairs[0] ?? ['', ''];
    if (/^include\s/i.test(text))
      remark(`the file that it includes is not read: name it too (${text.slice(8).trim()})`);
    if (/^NodeName$/i.test(kind)) {
      for (const [key] of pairs) {
        if (CONF_KEYS.some((known) => known.toLowerCase() === key.toLowerCase())) continue;
        remark(`"${key}" is no key of a node and is not read. ${didYouMean(key, CONF_KEYS)}`.trim());
      }
      const own = fieldsOf(pairs);
      if (name === 'DEFAULT') {
        for (const [field, value] of own) defaults.node.set(field, value);
        continue;
      }
      const stated = statedNode(new Map([...defaults.node, ...own]), 1);
      const fault = typeof stated === 'string' ? stated : table.add(name, stated);
      if (fault !== null) quarantine.add(fault, source.file, line, text);
    } else if (/^PartitionName$/i.test(kind)) {
      const own = new Map([...defaults.partition, ...pairs.map(([key, value]) => [key.toLowerCase(), value] as const)]);
      if (name === 'DEFAULT') defaults.partition = own;
      else partitions.push({ name, nodes: own.get('nodes') ?? '', line });
    }
  }
  for (const { name, nodes, line } of partitions) {
    const read =
      nodes.toUpperCase() === 'ALL'
        ? { ok: true as const, names: table.nodes.map(({ host }) => host) }
        : nodeNames(nodes);
    if (!read.ok) quarantine.add(read.fault, source.file, line, nodes);
    const unknown = table.addPartition(name, read.ok ? read.names : []);
    if (unknown.length === 0) continue;
    remarks.push(`${source.file} line ${line}: partition ${name} names what no line of nodes declares: ${unknown[0]!}`);
  }
  for (const sentence of remarks.slice(0, MAX_REMARKS)) asked.warn(sentence);
  if (remarks.length > MAX_REMARKS)
    asked.warn(`${source.file}: ${remarks.length - MAX_REMARKS} further remarks of this sort`);
}

/** Yields the statements of slurm.conf without comments; a backslash at the end continues a line. */
async function* statements(source: SourceFile): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  let text = '';
  let line = 0;
  for await (const { first, texts } of source.lines()) {
    for (const [n, one] of texts.entries()) {
      if (text === '') line = first + n;
      text += one.replace(/(^|[^\\])#.*$/, '$1').trimEnd();
      if (text.endsWith('\\')) {
        text = `${text.slice(0, -1)} `;
        continue;
      }
      if (text.trim() !== '') yield { line, text: text.trim() };
      text = '';
    }
  }
  if (text.trim() !== '') yield { line, text: text.trim() };
}

/** Returns the keys and values of a statement of slurm.conf; a value in quotes may hold blanks. */
function pairsOf(text: string): (readonly [string, string])[] {
  const found = text.matchAll(/([A-Za-z][\w.]*)\s*[-+*/]?=+\s*(?:"([^"]*)"|(\S*))/g);
  return [...found].map(([, key, quoted, plain]) => [key!, quoted ?? plain ?? ''] as const);
}

/** Returns the values of a record of scontrol, cut before each word with an equals sign: values may hold blanks. */
function textsOf(record: string): NodeTexts {
  const keys = [...record.matchAll(/(?:^|\s)([A-Za-z][\w:]*)=/g)];
  return fieldsOf(
    keys.map(
      ({ 0: { length }, 1: key, index }, n) => [key!, record.slice(index + length, keys[n + 1]?.index).trim()] as const,
    ),
  );
}

/** Returns values by field; of two with the same field the first one, since the last may be of a free text. */
function fieldsOf(pairs: readonly (readonly [string, string])[]): Map<NodeField, string> {
  const fields = new Map<NodeField, string>();
  for (const [key, value] of pairs) {
    const field = fieldOf(key);
    if (field !== undefined && !fields.has(field)) fields.set(field, value);
  }
  return fields;
}
