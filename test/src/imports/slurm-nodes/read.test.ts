import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Imported } from '../../../../src/imports/imported.js';
import { unlessRefused } from '../../../../src/imports/refused-source.js';
import { readSlurmNodes } from '../../../../src/imports/slurm-nodes/read.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-slurm-nodes-'));

function filesOf(texts: readonly string[]): string[] {
  return texts.map((text, n) => {
    const file = join(folder, `nodes-${n}.txt`);
    writeFileSync(file, text);
    return file;
  });
}

async function read(
  texts: string | readonly string[],
  words: Readonly<Record<string, unknown>> = {},
): Promise<Imported> {
  return readSlurmNodes({ files: filesOf([texts].flat()), zone: undefined, words });
}

async function refusal(text: string, words: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const done = await unlessRefused(() => read(text, words));
  return done.ok ? 'read' : `${String(done.faults[0]!.value)}: ${done.faults[0]!.remedy}`;
}

/** Rows of hosts.csv below the header, each cut to the columns asked for. */
function hosts(made: Imported, ...columns: string[]): string[] {
  const [header, ...rows] = String(made.tables.get('hosts.csv')).trim().split('\r\n');
  const at = columns.map((column) => header!.split(',').indexOf(column));
  return rows.map((row) => at.map((n) => row.split(',')[n]).join(' '));
}

const BLOCKS = `NodeName=r1n03 Arch=x86_64 CoresPerSocket=24 
   CPUAlloc=48 CPUTot=96 CPULoad=48.16
   AvailableFeatures=icelake,ib-i4
   Gres=gpu:a100:4(S:0-3)
   OS=Linux 5.14 #1 SMP CPUTot=7 Wed Feb 12 14:08:31 UTC 2020 
   RealMemory=182272 Sockets=2 Boards=1
   State=MIXED+DRAIN ThreadsPerCore=2
   Partitions=batch,debug 
   AllocTRES=cpu=48,gres/gpu=3
   Reason=fan State=broken since Monday [root@2026-03-11T11:05:51]

NodeName=r1n04 CoresPerSocket=24 
   CPUTot=48 RealMemory=1 Sockets=2 State=DOWN*+DRAIN ThreadsPerCore=2
   AvailableFeatures=(null) Gres=(null) CfgTRES=cpu=48,mem=178G
`;

describe('scontrol show node', () => {
  it('values may hold blanks, equals signs and the names of other keys', async () => {
    const { counts } = await read(BLOCKS);
    expect(counts).toMatchObject({ nodes: 2, states: { draining: 1, drained: 1 }, gpus: 4, gpusUsed: 3 });
    expect(counts).toMatchObject({ nodesByPartition: { batch: 1, debug: 1 }, racks: 1, racksFrom: 'names' });
  });

  it('cores are sockets times cores per socket, whether a CPU is a thread or a core', async () => {
    expect(hosts(await read(BLOCKS), 'host', 'cpus', 'cores')).toEqual(['r1n03 96 48', 'r1n04 48 48']);
  });

  it('a record in a line is read as one in a block', async () => {
    const lines = BLOCKS.trim()
      .split('\n\n')
      .map((block) => block.replaceAll(/\s*\n\s+/g, ' '));
    const { counts } = await read(`${lines.join('\n')}\n`);
    expect(counts).toEqual((await read(BLOCKS)).counts);
  });

  it('memory that nobody configured is unknown, unless the resources state it', async () => {
    const [, unstated, tres] = ['', 'RealMemory=1', 'CfgTRES=cpu=4,mem=178G'];
    const made = await read(`NodeName=a CPUTot=4 ${unstated}\nNodeName=b ${tres}\n`);
    expect(hosts(made, 'host', 'memoryMiB')).toEqual(['a ', 'b 182272']);
  });

  it('a value that is no number puts its node in the quarantine', async () => {
    const { counts, quarantine } = await read('NodeName=a CPUTot=4\n\nNodeName=b CPUTot=4x\nNodeName=c[1-\n');
    expect(counts).toMatchObject({ nodes: 1 });
    expect(quarantine.list.map(({ reason, places }) => `${places[0]}: ${reason}`)).toEqual([
      'nodes-0.txt line 4: node list with a bracket that is not closed or not opened',
      'nodes-0.txt line 3: node whose cpus are no whole number',
    ]);
  });

  it('JSON says the same', async () => {
    const node = { name: 'r1n03', hostname: 'x', cpus: 96, cores: 24, sockets: 2, threads: 2, real_memory: 182272 };
    const more = { gres: 'gpu:a100:4(S:0-3)', gres_used: 'gpu:a100:3(IDX:0-2)', state: ['MIXED', 'DRAIN'] };
    const lists = { features: ['icelake', 'ib-i4'], partitions: ['batch', 'debug'] };
    const made = await read(JSON.stringify({ meta: {}, nodes: [{ ...node, ...more, ...lists }] }));
    expect(made.counts).toMatchObject({ cores: 48, gpus: 4, gpusUsed: 3, states: { draining: 1 } });
    expect(hosts(made, 'host', 'partitions', 'features')).toEqual(['r1n03 batch debug icelake ib-i4']);
  });
});

describe('slurm.conf', () => {
  const CONF = `# Cluster
ClusterName=small
SchedulerParameters==bf_continue
NodeName=DEFAULT RealMemory=48000 Sockets=2 CoresPerSocket=6 \\
  ThreadsPerCore=2 # all of them
NodeName=n[1-4] Feature=IB,CPU-N
nodename=b1 RealMemory = 512000 CoresPerSoket=8 Reason="new, not tested"
PartitionName=normal Nodes=ALL Default=YES
PartitionName=debug Nodes=n[1-2],ghost
Include more.conf
`;

  it('lines named DEFAULT are inherited, and a line may go on in the next', async () => {
    const made = await read(CONF);
    expect(hosts(made, 'host', 'cpus', 'cores', 'memoryMiB', 'partitions')).toEqual([
      'b1 24 12 512000 normal',
      'n1 24 12 48000 debug normal',
      'n2 24 12 48000 debug normal',
      'n3 24 12 48000 normal',
      'n4 24 12 48000 normal',
    ]);
    expect(made.counts).toMatchObject({ nodeTypes: [{ nodes: 4, features: ['CPU-N', 'IB'] }, { nodes: 1 }] });
  });

  it('what is probably mistyped is told with its line', async () => {
    const { warnings } = await read(CONF);
    expect(warnings.map((sentence) => sentence.replace(/^\S* line /, ''))).toEqual([
      '3: two equals signs in a row are read as one',
      '7: "CoresPerSoket" is no key of a node and is not read. Did you mean "CoresPerSocket"?',
      '10: the file that it includes is not read: name it too (more.conf)',
      '9: partition debug names what no line of nodes declares: ghost',
    ]);
  });

  it('completes a listing that states no cores', async () => {
    const listing =
      'PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST\nnormal*      up   infinite   5   idle~ n[1-4],b1\n';
    const { counts, warnings } = await read([listing, CONF]);
    expect(counts).toMatchObject({ nodes: 5, cores: 60, states: { idle: 5 } });
    expect(warnings.join()).not.toContain('no number of cores');
  });
});

describe('sinfo', () => {
  it('a node has a row in each of its partitions and counts once', async () => {
    const row = (node: string, used: number): string =>
      `${node.padEnd(20)}gpu:a100:4(S:0-3),vis:no_consume:1    gpu:a100:${used}(IDX:0-3),vis:0     mixed-    `;
    const { counts, text } = await read([row('a1', 3), row('a1', 3), row('a2', 0), ''].join('\n'));
    expect(counts).toMatchObject({ records: 3, nodes: 2, gpus: 8, gpusUsed: 3, states: { mixed: 2 } });
    expect(text[0]).toContain('its columns are taken for hosts, gres, gresUsed, state');
  });

  it('signs 0x1E and 0x1F separate records and columns; features name racks', async () => {
    const rows = ['28\u001fo1\u001fcpu,eth-site-rack02h1,1', '28\u001fo2\u001fcpu,eth-site-rack03h2,1'];
    const made = await read(rows.map((row) => `\u001e${row}\n`).join(''));
    expect(made.counts).toMatchObject({
      nodes: 2,
      cpus: 56,
      racks: 2,
      racksFrom: 'features',
      nodeTypes: [{ features: ['cpu'] }],
    });
    expect(hosts(made, 'host', 'rack')).toEqual(['o1 rack02', 'o2 rack03']);
    expect(made.warnings).toEqual([expect.stringContaining('2 nodes say nothing of threads per core')]);
  });

  it('sockets, cores and threads give cores; a cut list of features is told', async () => {
    const { counts, warnings } = await read(`Tue Feb 19 19:08:16 2019
NODELIST   NODES PARTITION       STATE CPUS    S:C:T MEMORY TMP_DISK WEIGHT AVAIL_FE REASON
t01            1   normal*       mixed   80   2:20:2 386868   690861     10 dynamic, none
t02            1   normal*       down*   80   2:20:2 386868   690861     10   (null) Not responding
`);
    expect(counts).toMatchObject({ cores: 80, cpus: 160, states: { down: 1, mixed: 1 } });
    expect(warnings).toEqual([expect.stringContaining('cut off in 1 rows')]);
  });

  it('of listings below one another, the last state of a node counts', async () => {
    const block = (time: string, state: string): string =>
      `#####\nt: Thu Feb 11 ${time} UTC 2021\nPARTITION NODES STATE NODELIST\nnormal* 2 ${state} n[1-2]\n`;
    const { counts } = await read(block('22:36:14', 'idle') + block('22:37:00', 'mix'));
    expect(counts).toMatchObject({ listings: 2, records: 2, nodes: 2, states: { mixed: 2 } });
  });

  it('JSON objects on lines are rows', async () => {
    const row = '{"s": "mixed", "mem": 770000, "n": "cs1", "l": "16.1", "p": "hw", "cstate": "52/12/0/64", "w": 1}';
    const { counts, quarantine } = await read(`${row}\n${row.replace('hw', 'hw-l')}\n{"n": "cs2"\n`);
    expect(counts).toMatchObject({ records: 2, nodes: 1, cpus: 64, nodesByPartition: { hw: 1, 'hw-l': 1 } });
    expect(quarantine.list).toMatchObject([{ reason: 'no JSON object', places: ['nodes-0.txt line 3'] }]);
  });

  it('rows of another width, and lists that were cut off, are left out with their lines', async () => {
    const { counts, quarantine } = await read('NODES STATE NODELIST\n2 idle n[1-2]\n1 idle\n9 idle n[3-4]\n');
    expect(counts).toMatchObject({ nodes: 2 });
    expect(quarantine.list.map(({ reason, places }) => [reason, ...places])).toEqual([
      ['node list of another number of names than its row says', 'nodes-0.txt line 4'],
      ['row of another width than the others', 'nodes-0.txt line 3'],
    ]);
  });

  it('numbers without header are no memory; named columns are', async () => {
    const rows = 'a1 163840 193000 16/0/0/16 idle\na2 0 193000 16/0/0/16 idle\n';
    expect((await read(rows)).counts).toMatchObject({ cpus: 32, nodeTypes: [{ memoryMiB: null }] });
    const columns = 'nodelist:20,allocmem:20,memory:20,cpusstate,statelong';
    expect((await read(rows, { columns })).counts).toMatchObject({ nodeTypes: [{ memoryMiB: 193000 }] });
  });
});

describe('node types', () => {
  const line = (name: string, more: string): string => `NodeName=${name} CPUTot=4 ThreadsPerCore=1 ${more}\n`;

  it('memory within 5 % is alike, from the least of a type', async () => {
    const memories = [100_000, 104_000, 105_000, 106_000, 111_000];
    const { counts } = await read(memories.map((mib, n) => line(`n${n}`, `RealMemory=${mib}`)).join(''));
    expect(counts).toMatchObject({
      nodeTypes: [
        { name: '4c-98g', nodes: 3, memoryMiB: 100_000 },
        { name: '4c-104g', nodes: 2, memoryMiB: 106_000 },
      ],
    });
  });

  it('features of fewer than 1 % of the nodes, and rare sets of features, make no type', async () => {
    const common = Array.from({ length: 300 }, (_, n) => line(`n${n}`, 'Features=cpu,x1'));
    const rare = [line('a1', 'Features=cpu,x1,mine'), line('a2', 'Features=cpu,x2'), line('a3', 'Features=cpu,x2')];
    const others = Array.from({ length: 5 }, (_, n) => line(`b${n}`, 'Features=gpu,x2'));
    const { counts } = await read([...common, ...rare, ...others].join(''));
    expect(counts).toMatchObject({
      nodeTypes: [
        { nodes: 303, features: ['cpu'] },
        { nodes: 5, features: ['gpu', 'x2'] },
      ],
    });
  });

  it('names tell types apart only if asked', async () => {
    const text = line('gpu01', '') + line('gpu02', '') + line('cpu-1', '');
    expect((await read(text)).counts).toMatchObject({ nodeTypes: [{ nodes: 3 }], nodeTypesByNameToo: 2 });
    const { counts } = await read(text, { typesByName: true });
    expect(counts).toMatchObject({ nodeTypes: [{ name: 'gpu-4c' }, { name: 'cpu-4c' }] });
  });

  it('racks are read from names by a pattern', async () => {
    const made = await read(line('cpn-f15-06', '') + line('cpn-f16-01', '') + line('login1', ''), {
      racksBy: 'cpn-{rack}-*',
    });
    expect(hosts(made, 'host', 'rack')).toEqual(['cpn-f15-06 f15', 'cpn-f16-01 f16', 'login1 ']);
  });

  it('a node whose features name two racks is of none', async () => {
    const { counts, warnings } = await read(line('a', 'Features=rack01,eth-rack02') + line('b', 'Features=rack01'));
    expect(counts).toMatchObject({ racks: 1, nodesWithoutRack: 1 });
    expect(warnings).toEqual(['1 nodes have features that name several racks, and are of none']);
  });

  it('files that contradict each other are told', async () => {
    const { counts, warnings } = await read([line('a', ''), 'NodeName=a CPUTot=8 ThreadsPerCore=1\n']);
    expect(counts).toMatchObject({ nodes: 1, cpus: 4 });
    expect(warnings[0]).toContain('a has cores 4 and 8');
  });
});

describe('a file of another kind', () => {
  it.each([
    ['a job log', '17|n1|COMPLETED|2\n18|n2|FAILED|3\n', 'a job log of Slurm (sacct)'],
    ['a letter', 'Dear all,\nplease find enclosed\n', 'text that begins'],
    ['other JSON', '{\n "Chassis": []\n}\n', 'JSON with the keys "Chassis"'],
    [
      'sinfo without names of nodes',
      'PARTITION AVAIL NODES STATE\nnormal up 4 idle\n',
      '"PARTITION AVAIL NODES STATE"',
    ],
    ['nothing but settings', 'ClusterName=a\nSlurmUser=b\n', 'text that begins "ClusterName=a"'],
  ])('%s is refused with what it looks like', async (_, text, words) => {
    expect(await refusal(text)).toContain(words);
  });

  it('a pattern without a rack is refused', async () => {
    expect(await refusal('NodeName=a\n', { racksBy: 'cpn-*' })).toContain('cpn-*');
  });
});
