import { describe, expect, it } from 'vitest';
import { filledIn, templateFault } from '../../../../src/runs/clusters/template.js';

const VALUES = {
  command: "/opt/node '/data/my study/main.js' --line 2",
  script: '/data/my study/job.sh',
  name: 'plenum-tiny-1',
  index: 2,
  count: 7,
  folder: '/data/my study',
  list: '/data/my study/tasks.txt',
};

describe('template of a command', () => {
  it.each([
    ['qsub -N {name} -- {command}', "qsub -N plenum-tiny-1 -- /opt/node '/data/my study/main.js' --line 2"],
    ['bsub -J "{name}[1-{count}]" {script}', `bsub -J "plenum-tiny-1[1-7]" '/data/my study/job.sh'`],
    ['ssh n{index} "{command}"', `ssh n2 "/opt/node '/data/my study/main.js' --line 2"`],
    ["ssh n{index} '{command}'", `ssh n2 '/opt/node '\\''/data/my study/main.js'\\'' --line 2'`],
    [
      'cd {folder} && sh -c "echo $HOME \\" {list}"',
      `cd '/data/my study' && sh -c "echo $HOME \\" /data/my study/tasks.txt"`,
    ],
    ['echo ${count} {} { print } {command}', "echo ${count} {} { print } /opt/node '/data/my study/main.js' --line 2"],
  ])('%s', (template, line) => {
    expect(filledIn(template, VALUES)).toBe(line);
  });

  it('what a shell acts on in double quotes is masked there', () => {
    expect(filledIn('echo "{folder}" {folder}', { ...VALUES, folder: '/a$b`c"d\\e' })).toBe(
      'echo "/a\\$b\\`c\\"d\\\\e" \'/a$b`c"d\\e\'',
    );
  });

  it.each([
    ['qsub {comand}', '{comand}', 'the placeholders {command}, {script}, {name}'],
    ['qsub {name}', 'qsub {name}', 'either {command}'],
    ['qsub {command} {script}', 'qsub {command} {script}', 'either {command}'],
    ['qsub {script} {index}', '{index}', '{index} beside {command} alone'],
    ["qsub '{command}", "qsub '{command}", 'quotes and brackets that are closed'],
    ['qsub {command} $(date', 'qsub {command} $(date', 'quotes and brackets that are closed'],
    ['qsub -J $(seq {count}) {script}', '{count} in $(...)', 'placeholders as words of the line'],
  ])('%s is refused', (template, value, allowed) => {
    const fault = templateFault(template);
    expect(fault).toMatchObject({ path: '--template', value });
    expect(fault!.allowed).toContain(allowed);
  });

  it('templates of the page pass', () => {
    expect(templateFault('qsub -N {name} -- {command}')).toBeNull();
    expect(templateFault('seq {count} | parallel {script} {}')).toBeNull();
  });
});
