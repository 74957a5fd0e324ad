import { join } from 'node:path';
import { seal, unseal } from '../seal.js';

/** Pattern of a key: SHA-256 in hexadecimal digits. */
const KEY = /^[0-9a-f]{64}$/;
/** Pattern of the name of a folder of records. */
const SHARD = /^[0-9a-f]{2}$/;
/** Ending of a record's file. */
const ENDING = '.json';
/** Number of the key's first digits that name its folder: 256 folders, so that none holds a large share of a large study. */
const SHARD_DIGITS = 2;

/** Name of the folder of a key's record. */
export function shardOf(key: string): string {
  return key.slice(0, SHARD_DIGITS);
}

/** Test whether a name is that of a folder of records. */
export function isShard(name: string): boolean {
  return SHARD.test(name);
}

/** Path of a key's record below the folder of records. */
export function recordFile(records: string, key: string): string {
  return join(records, shardOf(key), `${key}${ENDING}`);
}

/** The key whose record a file of this name in this shard is; null for any other file. */
export function keyOfFile(shard: string, name: string): string | null {
  const key = name.slice(0, -ENDING.length);
  return name.endsWith(ENDING) && KEY.test(key) && shardOf(key) === shard ? key : null;
}

/** Content of a key's file: one sealed line. */
export function sealedRecord(key: string, text: string): string {
  return `${seal(key, text)}\n`;
}

/** The record in a key's file; null where a character is another, or missing, or it is that of another key. */
export function unsealedRecord(key: string, content: string): string | null {
  return content.endsWith('\n') ? unseal(key, content.slice(0, -1)) : null;
}

/** Test whether a key is one; a store writes no other, since it becomes a path. */
export function isKey(key: string): boolean {
  return KEY.test(key);
}
